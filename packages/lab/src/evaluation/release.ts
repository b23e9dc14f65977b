import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flaggedRarity, readModel, statisticAt, type WritableModel, writeModel } from '@penmark/detector/lab'
import type { Collection } from '../corpora/collection.ts'
import { audited } from '../corpora/read.ts'
import { sources } from '../corpora/sources.ts'
import type { Readings } from '../encoder/readings.ts'
import {
  chosenRate,
  flaggedRate,
  smallestSource,
  sourceRate,
  unusualRate,
} from '../training/calibration/null-distribution.ts'
import type { Learned } from '../training/train.ts'
import type { ModelCard } from './card.ts'
import { evaluate } from './evaluate.ts'
import { clopperPearson } from './statistics/roc.ts'

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`

/** Limits of a model that no figure on its card shows. */
export const limitsOf = ({
  offsets,
  kinds = [],
  retellings,
}: Pick<ModelCard, 'offsets' | 'kinds' | 'retellings'>): string[] => [
  'English prose only. Verse, code and lists were not tested.',
  'Stories, descriptions and personal stories get no score, by people or machines: those who write them well stand out as machines do. Some reviews and plot summaries are taken for them.',
  'A score says how far a text resembles machine writing. It is never proof by itself.',
  'The stated rates hold for writing like the calibration texts. Human writing of another kind can be flagged more often.',
  'No text that chose a threshold was a personal statement, a lab report, a translation or transcribed speech.',
  ...(kinds.some(({ kind, flagged }) => kind === 'summary' && flagged > 0)
    ? ['Some summaries by people are flagged more often than the rates say.']
    : []),
  ...(retellings === undefined
    ? []
    : [
        'Short retellings of what others did, such as summaries of a case or a meeting, must stand out more before they reach a score, and more of those by machines are missed.',
      ]),
  offsets.length === 0
    ? 'Abstracts of research papers by people resemble machine writing.'
    : 'Abstracts of research papers by people resemble machine writing. They must stand out more before they reach a score, and more machine abstracts are missed.',
  'Edited, paraphrased or humanised machine text is often missed, and so is text by older or base models. Human text that a machine polished is not told apart from either.',
  'Of texts under 150 words less is found. The share for each length is stated beside the score.',
]

/**
 * Writes `<name>.penmark` and `<name>.card.json`. Every figure on the card is measured with the written
 * bytes.
 */
export async function release(
  collection: Collection,
  learned: Learned,
  model: WritableModel,
  options: { out: string; seed: number; readings: Readings | null },
): Promise<ModelCard> {
  const bytes = writeModel(model)
  mkdirSync(options.out, { recursive: true })
  const file = `${model.name}.penmark`
  writeFileSync(join(options.out, file), bytes)
  const released = readModel(bytes)
  const card = makeCard(collection, learned, model, {
    seed: options.seed,
    model_file: {
      name: file,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      n_grams: model.hashes.length,
    },
    measured: await evaluate(collection, learned, released, options.readings, options.seed),
  })
  writeFileSync(join(options.out, `${model.name}.card.json`), `${JSON.stringify(card, null, 1)}\n`)
  return card
}

function makeCard(
  collection: Collection,
  learned: Learned,
  model: WritableModel,
  rest: Pick<ModelCard, 'seed' | 'model_file' | 'measured'>,
): ModelCard {
  const counts = Object.values(learned.counts)
  return {
    card_version: 5,
    name: model.name,
    version: model.version,
    use: learned.name === 'open' ? 'any' : 'evaluation-and-non-commercial',
    minimum_words: model.minimumWords,
    stretches: model.stretches,
    texts: {
      human: counts.reduce((sum, { human }) => sum + human, 0),
      ai: counts.reduce((sum, { ai }) => sum + ai, 0),
      sources: counts.length,
    },
    sources: sources.map((source) => ({
      name: source.name,
      repository: source.repository,
      licence: source.licence,
      class: source.licenceClass,
      use: source.use,
      kind: source.kind,
      human: learned.counts[source.name]?.human ?? 0,
      ai: learned.counts[source.name]?.ai ?? 0,
      overlapping: collection.overlapping[source.name] ?? 0,
      sha256: collection.hashes[source.name] ?? '',
    })),
    audited: [...audited],
    thresholds: [
      {
        score: 0.5,
        rule: `Chosen so that at most ${percent(chosenRate)} of the dated student texts of a length reach it, all sources together, and with 95 % confidence at most ${percent(sourceRate)} of any source of at least ${smallestSource} such texts; judged by models that had seen nothing of the source's family. The score promises ${percent(flaggedRate)}.`,
      },
      {
        score: 0.3,
        rule: `Reached by at most ${percent(unusualRate)} of the dated student texts of a length, judged in the same way.`,
      },
    ],
    null_distributions: model.nulls.map((band) => ({
      from: band.from,
      to: band.to,
      n: band.n,
      at_0_3: Number(statisticAt(band, -Math.log10(unusualRate)).toFixed(3)),
      at_0_5: Number(statisticAt(band, flaggedRarity).toFixed(3)),
    })),
    offsets: model.offsets.map(({ kind, by }) => ({ kind, by })),
    calibration: model.documents.map(({ from, to, n, falsePositiveRate, falsePositiveN }) => {
      const flagged = Math.round((falsePositiveRate ?? 0) * falsePositiveN)
      return {
        from,
        to,
        n,
        measured_n: falsePositiveN,
        flagged,
        false_positive_rate: falsePositiveRate === null ? null : Number(falsePositiveRate.toFixed(5)),
        ninety_five_percent_below: Number(clopperPearson(flagged, falsePositiveN).high.toFixed(5)),
      }
    }),
    limits: limitsOf({ offsets: model.offsets }),
    ...rest,
  }
}
