import {
  bandOf,
  hashText,
  kindOf,
  knownShare,
  type Model,
  Predictor,
  rankGrams,
  rarityOf,
  type SegmentationModel,
  segmentationFeatureCount,
  stretchWords,
  type WritableModel,
} from '@penmark/detector/lab'
import { type Collection, collect, type Item } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { familyCount, familyOf } from '../corpora/families.ts'
import { studentKinds } from '../corpora/sources.ts'
import { heldOutFolds, type ModelName, mayTrain } from '../corpora/training-texts.ts'
import type { Readings } from '../encoder/readings.ts'
import type { StoredReadings } from '../encoder/stored-readings.ts'
import { Progress } from '../progress.ts'
import { grouped } from '../sampling.ts'
import { documentBands, fillBands, machineBands, scoreAt, windowBands } from './calibration/bands.ts'
import { fitProbabilities, type Placed } from './calibration/fit-probabilities.ts'
import {
  chooseOffsets,
  chooseScales,
  fitNullDistributions,
  fitWindowNullDistributions,
  type Scanned,
  scanWholes,
  scanWindows,
  upperQuantile,
} from './calibration/null-distribution.ts'
import {
  type Example,
  type LabelledItem,
  makeDataset,
  prepareExample,
  scoredTokens,
  smallestText,
} from './dataset/dataset.ts'
import { isProtected, statisticOf, type Unseen, wholeOf } from './dataset/stretches.ts'
import { fitSegmentation } from './fit-segmentation.ts'
import { learnKinds } from './kind-head.ts'
import { chooseLexicon } from './lexicon.ts'
import { chooseStyleEdges, styleBands } from './style-bands.ts'
import { chooseVocabulary } from './vocabulary.ts'
import { meanOf, quantise } from './word-models/train-word-model.ts'
import { trainingSetOf, trainWordModels } from './word-models/train-word-models.ts'

export interface TrainOptions {
  folder: string
  name: ModelName
  seed: number
}

/**
 * The result of training: one uncalibrated model per family of sources, which has seen nothing of that
 * family.
 */
export interface Learned {
  name: ModelName
  hashes: Uint32Array
  withoutFamily: Model[]
  /** By rank of an n-gram of words: the number of training texts of each label that contain it. */
  phrases: { human: Uint16Array; machine: Uint16Array }
  /** Number of training texts, by source. */
  counts: Record<string, { human: number; ai: number }>
}

/** The version of the models that this lab makes. */
export const version = '0.8.1'
/** With fewer words the thresholds cannot be measured precisely enough: see docs/evaluation.md. */
const minimumWords = 50
export const settings = { epochs: 5, cropShare: 0.7, cropFrom: 40, cropTo: 220, rate: 0.3, noiseShare: 0.3 }
export const vocabularyLimits = { sources: 8, texts: 15 }
/** Number of texts per source and label for fitting probabilities. */
const fittedTexts = 150
/**
 * Number of human texts per source that choose and measure the thresholds: of students' writing, and of the
 * rest, which only counts for personal statements.
 */
const cutTexts = { student: 2500, other: 400 }
/**
 * Human texts with an unusually small share of known word pairs count as unfamiliar: at most this share of
 * them.
 */
const unfamiliarRate = 0.0005
const unfitted: SegmentationModel = {
  weights: Array.from({ length: segmentationFeatureCount }, () => 0),
  bias: 0,
  stay: 0.9,
  light: 0,
  strong: 0,
}

/** The encoder that may read a text; null for a model of words alone. */
export type ReadingsOf = (item: Item) => StoredReadings | null

/** The encoder that has seen nothing of a text's family. */
export const unseenBy =
  (readings: Readings | null): ReadingsOf =>
  ({ source }) =>
    readings?.withoutFamily[familyOf(source.name)] ?? null

/** Prepares texts that were not used for training, with ranks of the model's n-grams. */
export async function prepareFor(
  model: Pick<Model, 'grams' | 'skeletons' | 'lexicon'>,
  items: readonly Item[],
  readingsOf: ReadingsOf,
  stage: string,
): Promise<Example[]> {
  for (const [readings, list] of grouped(items, readingsOf))
    await readings?.readMissing(
      list.map(({ text }) => text),
      scoredTokens,
      `${stage}: read in context`,
    )
  const progress = new Progress(stage, items.length)
  const examples: Example[] = []
  for (const [i, item] of items.entries()) {
    const example = await prepareExample(item, model.lexicon, readingsOf(item))
    if (example.facts.size >= smallestText) {
      rankGrams(model, example.grams)
      examples.push(example)
    }
    progress.at(i + 1)
  }
  progress.end(`${examples.length} texts`)
  return examples
}

export function gather(folder: string, seed: number, only?: readonly string[]): Collection {
  return collect({ folder, seed, cap: 4000, lowCap: 800, ...(only === undefined ? {} : { only }) })
}

/** Trains models from texts. The same collection and seed give the same numbers. */
export async function learn(collection: Collection, options: TrainOptions): Promise<Learned> {
  const usable = collection.items.filter(({ use, label }) => use === 'train' && label !== 'mixed')
  const trainable = usable.filter((item) => item.fold >= heldOutFolds && mayTrain(options.name, item))
  const lexicon = chooseLexicon(trainable)
  const dataset = makeDataset(trainable)
  const { examples, store } = dataset
  const choosing = new Progress('choose the n-grams', 1)
  const vocabulary = chooseVocabulary(dataset, vocabularyLimits)
  for (const { grams } of store.blocks) vocabulary.index.rank(grams)
  const styleEdges = chooseStyleEdges(store, vocabulary.common)
  choosing.end(`${vocabulary.hashes.length} n-grams`)
  const tasks = Array.from({ length: familyCount }, (_, family) => ({
    store,
    trainingSet: trainingSetOf(examples, ({ item }) => familyOf(item.source.name) !== family),
    gramCount: vocabulary.hashes.length,
    common: vocabulary.common.bytes,
    styleEdges,
    options: { ...settings, seed: options.seed + family },
  }))
  const weights = await trainWordModels(tasks, `train without each of ${familyCount} families`)
  const withoutFamily = weights.map(
    (one): Model => ({
      name: options.name,
      version,
      minimumWords,
      grams: vocabulary.index,
      skeletons: true,
      common: vocabulary.common,
      lexicon,
      styleEdges,
      bag: quantise(one),
      encoder: null,
      stretches: stretchWords,
      scales: [],
      nulls: [],
      windowNulls: [],
      offsets: [],
      retellings: null,
      machines: [],
      kinds: null,
      creative: null,
      documents: [],
      windows: [],
      segmentation: unfitted,
      probabilities: [],
      leastKnown: 0,
      phrases: null,
      styleBands: [],
    }),
  )
  const phrases = { human: vocabulary.humanTexts, machine: vocabulary.machineTexts }
  return {
    name: options.name,
    hashes: vocabulary.hashes,
    withoutFamily,
    phrases,
    counts: countBySource(examples),
  }
}

/**
 * Whether a text measures the thresholds and curves instead of choosing them; near-duplicates go the same
 * way.
 */
export const isMeasuring = ({ cluster }: Item): boolean => cluster % 4 === 3

/**
 * The mean of the trained models, with thresholds and tables from texts that the scoring model had not seen.
 * Siblings get their kinds and thresholds too.
 */
export async function calibrate(
  collection: Collection,
  learned: Learned,
  readings: Readings | null,
  seed: number,
): Promise<WritableModel> {
  const { withoutFamily } = learned
  const heads = learnKinds(
    collection.items.filter((item) => mayTrain(learned.name, item)),
    seed,
  )
  withoutFamily.forEach((sibling, family) => {
    sibling.kinds = heads.withoutFamily[family] ?? null
    sibling.encoder = readings?.encoder ?? null
  })
  const judges = withoutFamily.map((model) => new Predictor(model))
  const judgeOf = (source: string): Predictor => judges[familyOf(source)] as Predictor
  const first = withoutFamily[0] as Model
  const trainable = collection.items.filter(
    (item) =>
      item.use === 'train' && item.label !== 'mixed' && (readings === null || readings.mayJudge(item)),
  )
  const readingsOf = unseenBy(readings)
  const prepared = await prepareFor(
    first,
    firstOfEach(
      trainable.filter(({ label }) => label === 'human'),
      ({ source }) => (studentKinds.has(source.kind) ? cutTexts.student : cutTexts.other),
    ),
    (item) => (choosesThresholds(item) ? readingsOf(item) : null),
    'prepare human texts',
  )
  const humans = prepared.map((example) => unseen(example, judgeOf(example.item.source.name)))
  const scored = humans.filter(({ example }) => choosesThresholds(example.item))
  const choosing = scored.filter(({ example }) => !isMeasuring(example.item))
  const measuring = scored.filter(({ example }) => isMeasuring(example.item))
  const scanning = new Progress('measure the null distributions', 1)
  const scales = chooseScales(choosing, seed)
  const scanned = scanWholes(choosing, scales)
  const nulls = fitNullDistributions(scanned)
  const policy = { scales, nulls, offsets: chooseOffsets(scanned, nulls) }
  const windowNulls = fitWindowNullDistributions(scanWindows(choosing, scales, seed + 2))
  scanning.end(`${choosing.length} human texts`)
  const segmentation = await fitSegmentation(
    trainable.filter((item) => !isMeasuring(item)),
    (family) => ({
      predictor: judges[family] as Predictor,
      readings: readings?.withoutFamily[family] ?? null,
    }),
    policy,
    seed,
  )
  const placed = await placeTexts(
    firstOfEach(
      trainable.filter((item) => !isMeasuring(item)),
      () => fittedTexts,
    ),
    first,
    {
      judge: (example) => unseen(example, judgeOf(example.item.source.name)),
      readingsOf: unseenBy(readings),
    },
    policy,
  )
  const progress = new Progress('fill the tables', 1)
  const protectedOnes = measuring.filter(isProtected)
  const scoresOf = (
    bands: typeof documentBands,
    lists: readonly (readonly Scanned[])[],
    by: Pick<Model, 'nulls' | 'offsets'>,
  ): number[][] =>
    lists.map((list, i) =>
      list.filter(({ isRepeat }) => !isRepeat).map((one) => scoreAt(by, bands[i]?.[0] ?? 1, one)),
    )
  const model: WritableModel = {
    ...first,
    version,
    stretches: stretchWords,
    ...policy,
    windowNulls,
    segmentation,
    kinds: heads.all,
    bag: meanOf(withoutFamily.map(({ bag }) => bag)),
    encoder: readings?.encoder ?? null,
    hashes: learned.hashes,
    gramBits: first.grams.bits,
    // Rank and rate of mistakes come from the same texts, so a report has one number of them.
    documents: fillBands(documentBands, scoresOf(documentBands, scanWholes(protectedOnes, scales), policy)),
    // A window is too short to classify its kind.
    windows: fillBands(
      windowBands,
      scoresOf(windowBands, scanWindows(protectedOnes, scales, seed + 4), {
        nulls: windowNulls,
        offsets: [],
      }),
    ),
    machines: machineBands(placed.filter(({ ai, isStudentLike }) => ai && isStudentLike)),
    probabilities: fitProbabilities(placed),
    leastKnown: -upperQuantile(
      humans.map(({ example }) => -knownShare(example)),
      unfamiliarRate,
    ),
    phrases:
      learned.phrases.human.length === 0 ? null : { ...learned.phrases, texts: textsOf(learned.counts) },
    styleBands: styleBands(humans, first.common),
  }
  for (const sibling of withoutFamily) Object.assign(sibling, policy, { windowNulls, segmentation })
  progress.end()
  return model
}

/**
 * Dated writing of students, and abstracts, which may get an offset. Other texts only count for style and
 * known words.
 */
export const choosesThresholds = (item: Item): boolean =>
  (studentKinds.has(item.source.kind) && isDated(item)) || item.domain === 'abstract'

function unseen(example: Example, predictor: Predictor): Unseen {
  const { kinds } = predictor.model
  return {
    example,
    odds: (from, to) =>
      from === 0 && to === example.facts.size
        ? predictor.logOdds(example)
        : predictor.rangeLogOdds(example, from, to),
    kind: (from, to) => (kinds === null ? null : kindOf(kinds, example.facts, from, to)),
  }
}

/** The first texts of every source and label, in an order that depends only on the text. */
function firstOfEach(items: readonly Item[], most: (item: Item) => number): Item[] {
  const taken = new Map<string, number>()
  return items
    .map((item) => ({ item, order: hashText(item.text.slice(0, 400), 89) }))
    .sort((a, b) => a.order - b.order)
    .filter(({ item }) => {
      const key = `${item.source.name} ${item.label}`
      const n = taken.get(key) ?? 0
      taken.set(key, n + 1)
      return n < most(item)
    })
    .map(({ item }) => item)
}

/** A text of a left-out source with its score, for the curves and the plot. */
interface PlacedText extends Placed {
  score: number
  isStudentLike: boolean
}

async function placeTexts(
  items: readonly Item[],
  model: Model,
  { judge, readingsOf }: { judge: (example: Example) => Unseen; readingsOf: ReadingsOf },
  policy: Pick<Model, 'scales' | 'nulls' | 'offsets'>,
): Promise<PlacedText[]> {
  const examples = await prepareFor(model, items, readingsOf, 'prepare texts for probabilities')
  return examples
    .filter(({ words }) => words >= minimumWords)
    .flatMap((example) => {
      const human = judge(example)
      const whole = wholeOf(example)
      const words = whole.starts.length
      const band = bandOf(policy.nulls, words)
      if (band === null) return []
      const kind = human.kind(0, example.facts.size)
      const statistic = statisticOf(human, whole, policy.scales)
      const offset = policy.offsets.find((one) => one.kind === kind)?.by ?? 0
      const { source } = example.item
      return [
        {
          source: source.name,
          ai: example.ai,
          words,
          rarity: rarityOf(band, statistic - offset, words),
          score: scoreAt(policy, words, { statistic, kind }),
          isStudentLike: studentKinds.has(source.kind) || source.kind === 'debate',
        },
      ]
    })
}

function textsOf(counts: Learned['counts']): { human: number; machine: number } {
  const all = Object.values(counts)
  return {
    human: all.reduce((sum, { human }) => sum + human, 0),
    machine: all.reduce((sum, { ai }) => sum + ai, 0),
  }
}

function countBySource(training: readonly LabelledItem[]): Learned['counts'] {
  const counts: Learned['counts'] = {}
  for (const { item, ai } of training) {
    const count = counts[item.source.name] ?? { human: 0, ai: 0 }
    if (ai) count.ai++
    else count.human++
    counts[item.source.name] = count
  }
  return counts
}
