import { type Model, Predictor, type WritableModel } from '@penmark/detector/lab'
import { type Collection, collect, type Item } from '../corpora/collection.ts'
import { familyCount, familyOf } from '../corpora/families.ts'
import type { LicenceClass } from '../corpora/sources.ts'
import { Progress } from '../progress.ts'
import { chooseKnots, documentBands, fillBands, type Unseen, windowBands } from './calibration.ts'
import { type Example, prepareExample, prepareTraining } from './prepared.ts'
import { styleBands } from './style-bands.ts'
import { chooseStyleEdges } from './style-edges.ts'
import { meanOf, quantise, trainBag } from './train-bag.ts'
import { chooseVocabulary } from './vocabulary.ts'

export interface TrainOptions {
  folder: string
  name: 'standard' | 'open'
  seed: number
}

/** What learning leaves behind: one model per family of sources that has seen nothing of that family, not yet calibrated. */
export interface Learned {
  name: TrainOptions['name']
  hashes: Uint32Array
  withoutFamily: Model[]
  /** Texts learned from, by source. */
  counts: Record<string, { human: number; ai: number }>
}

const version = '0.2.0'
/** Below so many words the cuts could not be measured finely enough: see docs/evaluation.md. */
const minimumWords = 50
const settings = { epochs: 5, cropShare: 0.7, cropFrom: 40, cropTo: 220, rate: 0.3, noiseShare: 0.3 }
const travels = { sources: 8, texts: 15 }
const smallestText = 30
/** Folds kept out of all training: 0 chooses the cuts, 1 measures them. */
export const keptFolds = 2

/** The open model learns from free sources alone; machine output without a stated licence is let in, human writing is not. */
function mayTeach(name: TrainOptions['name'], item: Item): boolean {
  const allowed: readonly LicenceClass[] = item.label === 'ai' ? ['open', 'unstated'] : ['open']
  return name === 'standard' || allowed.includes(item.source.licenceClass)
}

function prepareAll<T extends Example>(items: readonly Item[], prepare: (item: Item) => T, stage: string): T[] {
  const progress = new Progress(stage, items.length)
  const examples: T[] = []
  items.forEach((item, i) => {
    const example = prepare(item)
    if (example.facts.size >= smallestText) examples.push(example)
    progress.at(i + 1)
  })
  progress.end(`${examples.length} texts`)
  return examples
}

/** Prepares texts that were not trained on, with ranks of the model's n-grams. */
export function prepareFor(model: Pick<Model, 'grams'>, items: readonly Item[], stage: string): Example[] {
  const examples = prepareAll(items, prepareExample, stage)
  for (const example of examples) model.grams.rank(example.grams)
  return examples
}

export function gather(folder: string, seed: number): Collection {
  return collect({ folder, seed, cap: 4000, lowCap: 800 })
}

/** From texts to models. The same collection and seed give the same numbers. */
export function learn(collection: Collection, options: TrainOptions): Learned {
  const usable = collection.items.filter(({ use, label }) => use === 'train' && label !== 'mixed')
  const training = prepareAll(
    usable.filter((item) => item.fold >= keptFolds && mayTeach(options.name, item)),
    prepareTraining,
    'prepare training texts',
  )
  const vocabulary = chooseVocabulary(training, travels)
  for (const { grams, noisy } of training) {
    vocabulary.index.rank(grams)
    vocabulary.index.rank(noisy.grams)
  }
  const styleEdges = chooseStyleEdges(training, vocabulary.common)
  const families = Array.from({ length: familyCount }, (_, family) => {
    const visible = training.filter(({ item }) => familyOf(item.source.name) !== family)
    const progress = new Progress(`train without family ${family + 1} of ${familyCount}`, settings.epochs * visible.length)
    const weights = trainBag(
      visible,
      vocabulary.hashes.length,
      vocabulary.common,
      styleEdges,
      { ...settings, seed: options.seed + family },
      (done) => progress.at(done),
    )
    progress.end(`${visible.length} texts, ${vocabulary.hashes.length} n-grams`)
    return quantise(weights)
  })

  const withoutFamily = families.map(
    (bag): Model => ({
      name: options.name,
      version,
      minimumWords,
      grams: vocabulary.index,
      common: vocabulary.common,
      styleEdges,
      bag,
      knots: [],
      documents: [],
      windows: [],
      styleBands: [],
    }),
  )
  return { name: options.name, hashes: vocabulary.hashes, withoutFamily, counts: countBySource(training) }
}

/** The mean of the learned models, with cuts and tables from human texts that the judging model had seen nothing like. */
export function calibrate(collection: Collection, learned: Learned, seed: number): WritableModel {
  const humans = unseenHumans(collection, learned)
  const choosing = humans.filter(({ example }) => example.item.cluster % 4 !== 3)
  const measuring = humans.filter(({ example }) => example.item.cluster % 4 === 3)
  const progress = new Progress('calibrate', 1)
  const knots = chooseKnots(choosing, seed)
  const { common, ...first } = learned.withoutFamily[0] as Model
  const model = {
    ...first,
    common,
    bag: meanOf(learned.withoutFamily.map(({ bag }) => bag)),
    hashes: learned.hashes,
    knots,
    documents: fillBands(documentBands, measuring, knots, seed + 1),
    windows: fillBands(windowBands, measuring, knots, seed + 2),
    styleBands: styleBands(humans, common),
  }
  progress.end(`${humans.length} human texts`)
  return model
}

/** Human texts, each with the model that was trained without its family. */
function unseenHumans(collection: Collection, { withoutFamily }: Learned): Unseen[] {
  const predictors = withoutFamily.map((model) => new Predictor(model))
  const humans = prepareFor(
    withoutFamily[0] as Model,
    collection.items.filter(({ use, label }) => use === 'train' && label === 'human'),
    'prepare human texts',
  )
  return humans.map((example) => {
    const predictor = predictors[familyOf(example.item.source.name)] as Predictor
    return { example, odds: (from, to) => predictor.rangeLogOdds(example, from, to) }
  })
}

function countBySource(training: readonly Example[]): Learned['counts'] {
  const counts: Learned['counts'] = {}
  for (const { item, ai } of training) {
    const count = counts[item.source.name] ?? { human: 0, ai: 0 }
    if (ai) count.ai++
    else count.human++
    counts[item.source.name] = count
  }
  return counts
}
