import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel, type WritableModel, writeModel } from '@penmark/detector/lab'
import { audited } from '../corpora/audit.ts'
import type { Collection } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { overallRate, strictRate, worstSourceRate } from '../training/calibration.ts'
import type { Learned } from '../training/train.ts'
import type { ModelCard } from './card.ts'
import { evaluate } from './evaluate.ts'
import { clopperPearson } from './interval.ts'

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`

/** What no figure on the card can say. */
const limits = [
  'English prose only. Verse, code, lists and translations were not tested.',
  'A score says how far a text resembles machine writing. It is never proof by itself.',
  'The stated rates hold for writing like the calibration texts. Human writing of another kind can be flagged more often.',
  'Personal statements for admission are a genre at risk: no human text of that kind could be used for training or calibration. Personal writing is judged by the strictest cut, raised by two units of log-odds.',
  'Abstracts and other short, formal summaries by people are flagged more often than essays, though academic writing has a cut that abstracts raised.',
  'Edited, paraphrased or humanised machine text is often missed, and so is text by older or base models.',
  'Texts between 50 and 150 words are judged coarsely; a finding on them stays open.',
]

/** Writes `<name>.penmark` and `<name>.card.json`. Every figure on the card is measured with the bytes that are written. */
export function release(collection: Collection, learned: Learned, model: WritableModel, options: { out: string; seed: number }): ModelCard {
  const bytes = writeModel(model)
  mkdirSync(options.out, { recursive: true })
  const file = `${model.name}.penmark`
  writeFileSync(join(options.out, file), bytes)
  const released = readModel(bytes)
  const card = makeCard(collection, learned, model, {
    seed: options.seed,
    model_file: { name: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), n_grams: model.hashes.length },
    measured: evaluate(collection, learned, released),
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
    card_version: 4,
    name: model.name,
    version: model.version,
    use: learned.name === 'open' ? 'any' : 'evaluation-and-non-commercial',
    minimum_words: model.minimumWords,
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
        rule: `At every length, at most ${percent(worstSourceRate)} of the human texts of each student source, in every kind of writing and over all kinds together, and at most ${percent(overallRate)} of all of them, judged by models that had seen nothing of the source.`,
      },
      {
        score: 0.7,
        rule: `At every length and in every kind of writing, at most ${percent(strictRate)} of all human texts of student sources, judged in the same way.`,
      },
    ],
    calibration: model.documents.map(({ from, to, n, atLeast, falsePositiveRate }) => ({
      from,
      to,
      n,
      flagged: atLeast[500] ?? 0,
      false_positive_rate: falsePositiveRate === null ? null : Number(falsePositiveRate.toFixed(5)),
      ninety_five_percent_below: Number(clopperPearson(atLeast[500] ?? 0, n).high.toFixed(5)),
    })),
    limits,
    ...rest,
  }
}
