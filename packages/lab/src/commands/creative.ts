import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CreativeReader, readHashes, readModel, writeModel } from '@penmark/detector/lab'
import { readKindTexts } from '../corpora/kind-texts.ts'
import { mayTrain } from '../corpora/training-texts.ts'
import type { ModelCard } from '../evaluation/card.ts'
import { creativeFigures, readLeftOut, readUnlearned } from '../evaluation/creative.ts'
import { limitsOf } from '../evaluation/release.ts'
import {
  chooseTexts,
  type KindExample,
  prepareKinds,
  trainCreativeReader,
} from '../training/creative-reader.ts'
import { version } from '../training/train.ts'

/**
 * Trains the reader of creative prose and writes it into a released model and its card. Everything else in
 * the model stays as it is.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** Where `lab gather` wrote human creative texts. */
    gathered: { type: 'string', default: '../creative-data' },
    out: { type: 'string', default: 'models' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})

/**
 * Log-odds from which a whole text, or a stretch, is creative prose: the lowest, in steps of a quarter, at which
 * at most 3 % of other writing is taken for it, as a mean over sources left out whole. Whole texts that stand out
 * need less: `doubtFrom`.
 */
const thresholds = { from: 0.25, stretchFrom: 0 }

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
const file = join(values.out, `${name}.card.json`)
const card = JSON.parse(readFileSync(file, 'utf8')) as ModelCard
const path = join(values.out, card.model_file.name)
const bytes = readFileSync(path)
const model = readModel(bytes)
const texts = readKindTexts(values.data, values.gathered)
const examples = prepareKinds(chooseTexts(texts), model)
const isLearned = ({ item }: KindExample): boolean => item.use === 'train' && mayTrain(name, item)
const learned = examples.filter(isLearned)
const leftOut = readLeftOut(learned, model, seed)
const reader: CreativeReader = {
  ...trainCreativeReader(learned, model, seed),
  ...thresholds,
}
const measured = readUnlearned(
  examples.filter((example) => !isLearned(example)),
  reader,
  model,
)
const creative = learned.filter((example) => example.creative).length
card.creative = creativeFigures([...leftOut, ...measured], reader, {
  creative,
  other: learned.length - creative,
})
const written = writeModel({
  ...model,
  version,
  creative: reader,
  hashes: readHashes(bytes),
  gramBits: model.grams.bits,
})
writeFileSync(path, written)
card.limits = limitsOf(card)
card.version = version
card.model_file = {
  ...card.model_file,
  bytes: written.length,
  sha256: createHash('sha256').update(written).digest('hex'),
}
writeFileSync(file, `${JSON.stringify(card, null, 1)}\n`)
