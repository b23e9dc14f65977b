import { Predictor, type WritableModel } from '@penmark/detector/lab'
import { collect, type Item } from '../corpora/collection.ts'
import { Progress } from '../progress.ts'
import { chooseKnots, documentBands, fillBands, oddsOf, windowBands } from './calibration.ts'
import { type ModelCard, makeCard } from './card.ts'
import { type Example, prepareExample } from './prepared.ts'
import { chooseStyleEdges } from './style-edges.ts'
import { quantise, trainBag } from './train-bag.ts'
import { chooseVocabulary } from './vocabulary.ts'

export interface TrainOptions {
  folder: string
  name: string
  seed: number
}

const version = '0.1.0'
const minimumWords = 50
const epochs = 6

function prepareAll(items: readonly Item[], stage: string): Example[] {
  const progress = new Progress(stage, items.length)
  const examples: Example[] = []
  items.forEach((item, i) => {
    const example = prepareExample(item)
    if (example.facts.size >= 30) examples.push(example)
    progress.at(i + 1)
  })
  progress.end(`${examples.length} texts`)
  return examples
}

/** From texts to a calibrated model and its card. The same folder and seed give the same bytes. */
export function train(options: TrainOptions): { model: WritableModel; card: ModelCard } {
  const collection = collect({ folder: options.folder, seed: options.seed, cap: 4000, lowCap: 600 })
  const usable = collection.items.filter(({ use, label }) => use === 'train' && label !== 'mixed')
  const training = prepareAll(
    usable.filter(({ fold }) => fold > 1),
    'prepare training texts',
  )
  const vocabulary = chooseVocabulary(training, { sources: 5, texts: 8 })
  for (const example of training) vocabulary.index.rank(example.grams)
  const styleEdges = chooseStyleEdges(training, vocabulary.common)
  const progress = new Progress('train', epochs * training.length)
  const bag = quantise(
    trainBag(
      training,
      vocabulary.hashes.length,
      vocabulary.common,
      styleEdges,
      { seed: options.seed, epochs, cropShare: 0.7, cropFrom: 40, cropTo: 220, rate: 0.3 },
      (done) => progress.at(done),
    ),
  )
  progress.end(`${vocabulary.hashes.length} n-grams`)

  const uncalibrated = {
    name: options.name,
    version,
    minimumWords,
    grams: vocabulary.index,
    common: vocabulary.common,
    styleEdges,
    bags: [bag],
    knots: [],
    documents: [],
    windows: [],
  }
  const odds = oddsOf(new Predictor(uncalibrated))
  const kept = prepareAll(
    usable.filter(({ fold, label }) => fold <= 1 && label === 'human'),
    'prepare calibration texts',
  )
  for (const example of kept) vocabulary.index.rank(example.grams)
  const knots = chooseKnots(
    kept.filter(({ item }) => item.fold === 0),
    odds,
    options.seed,
  )
  const measuring = kept.filter(({ item }) => item.fold === 1)
  const model: WritableModel = {
    ...uncalibrated,
    hashes: vocabulary.hashes,
    knots,
    documents: fillBands(documentBands, measuring, knots, odds, options.seed + 1),
    windows: fillBands(windowBands, measuring, knots, odds, options.seed + 2),
  }
  const tested = prepareAll(
    collection.items.filter(
      ({ use, label, fold }) => (use === 'test' || (use === 'train' && fold === 0 && label === 'ai')) && label !== 'mixed',
    ),
    'prepare test texts',
  )
  for (const example of tested) vocabulary.index.rank(example.grams)
  return { model, card: makeCard(options, collection, training, model, odds, tested) }
}
