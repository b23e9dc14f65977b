import { bandOf, scoreOf, type WritableModel } from '@penmark/detector/lab'
import type { Collection } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { documentBands, halfRate, type Odds, strictRate } from './calibration.ts'
import type { Example } from './prepared.ts'

/** A share of flagged texts with its exact numbers. */
export interface Rate {
  source: string
  n: number
  flagged: number
  rate: number
}

export interface ModelCard {
  name: string
  version: string
  seed: number
  minimum_words: number
  texts: { human: number; ai: number; sources: number }
  thresholds: { score: number; false_positive_rate: number }[]
  sources: {
    name: string
    repository: string
    licence: string
    class: string
    use: string
    human: number
    ai: number
    sha256: string
    overlapping: number
  }[]
  calibration: { from: number; to: number | null; n: number; false_positive_rate: number | null }[]
  measured: { false_positives: Rate[]; true_positives: Rate[] }
  limits: string[]
}

const limits = [
  'English prose only. Verse, code, lists and translations were not tested.',
  'A score says how far a text resembles machine writing. It is never proof by itself.',
  'Human writing of a kind that the model has not seen can be flagged more often than the stated rate.',
  'Edited or paraphrased machine text is often missed.',
]

export function rates(examples: readonly Example[], model: Pick<WritableModel, 'knots' | 'minimumWords'>, odds: Odds, ai: boolean): Rate[] {
  const table = new Map<string, { n: number; flagged: number }>()
  for (const example of examples) {
    if (example.ai !== ai || example.words < model.minimumWords) continue
    const row = table.get(example.item.source.name) ?? { n: 0, flagged: 0 }
    row.n++
    if (scoreOf(model.knots, example.words, odds(example, 0, example.facts.size)) >= 0.5) row.flagged++
    table.set(example.item.source.name, row)
  }
  return [...table].sort(([a], [b]) => (a < b ? -1 : 1)).map(([source, { n, flagged }]) => ({ source, n, flagged, rate: flagged / n }))
}

export function makeCard(
  options: { name: string; seed: number },
  collection: Collection,
  training: readonly Example[],
  model: WritableModel,
  odds: Odds,
  tested: readonly Example[],
): ModelCard {
  const count = (name: string, ai: boolean): number =>
    training.filter((example) => example.item.source.name === name && example.ai === ai).length
  const used = sources.map((source) => ({
    name: source.name,
    repository: source.repository,
    licence: source.licence,
    class: source.licenceClass,
    use: source.use,
    human: count(source.name, false),
    ai: count(source.name, true),
    sha256: collection.hashes[source.name] ?? '',
    overlapping: collection.overlapping[source.name] ?? 0,
  }))
  return {
    name: options.name,
    version: model.version,
    seed: options.seed,
    minimum_words: model.minimumWords,
    texts: {
      human: training.filter(({ ai }) => !ai).length,
      ai: training.filter(({ ai }) => ai).length,
      sources: used.filter(({ human, ai }) => human + ai > 0).length,
    },
    thresholds: [
      { score: 0.5, false_positive_rate: halfRate },
      { score: 0.7, false_positive_rate: strictRate },
    ],
    sources: used,
    calibration: documentBands.map(([from, to]) => {
      const band = bandOf(model.documents, from)
      return { from, to, n: band?.n ?? 0, false_positive_rate: band?.falsePositiveRate ?? null }
    }),
    measured: { false_positives: rates(tested, model, odds, false), true_positives: rates(tested, model, odds, true) },
    limits,
  }
}
