import {
  bitsOf,
  type CreativeReader,
  GramIndex,
  gramSlots,
  hashText,
  type Model,
  numbersOf,
  type Prepared,
  rankGrams,
  read,
} from '@penmark/detector/lab'
import { isGathered, type KindText } from '../corpora/kind-texts.ts'
import { isCreativeProse } from '../corpora/writing-kinds.ts'
import { Progress } from '../progress.ts'
import { grouped } from '../sampling.ts'
import { StoreBuilder, smallestText } from './dataset/dataset.ts'
import { meanOf, quantise, type TrainingSet, trainWordModel } from './word-models/train-word-model.ts'

/** A text whose kind is known, with its n-grams as ranks of the model. */
export interface KindExample extends Omit<Prepared, 'context'> {
  item: KindText
  creative: boolean
}

/** Texts of a source, label and side, and tokens of a text. */
const perGroup = 200
const longestExample = 600
const settings = { epochs: 4, cropShare: 0.75, cropFrom: 60, cropTo: 320, rate: 0.3, noiseShare: 0 }
/** The reader is the mean of so many, which differ in the order of their texts: one alone strays by half a unit. */
const runs = 5
/** N-grams of fewer sources or texts are topics. */
const limits = { sources: 6, texts: 25 }
/** Single words, and the shapes of two and three: what stories share whatever they are about. */
const usedSlots: readonly number[] = [0, 3, 4]

/**
 * The first texts of every source (for gathered ones, of every repository), label and side, in an order that
 * depends only on the text.
 */
export function chooseTexts(texts: readonly KindText[]): KindText[] {
  const taken = new Map<string, number>()
  return texts
    .filter(({ label }) => label !== 'mixed')
    .map((text) => ({ text, creative: isCreativeProse(text), order: hashText(text.text.slice(0, 400), 67) }))
    .sort((a, b) => a.order - b.order)
    .filter(({ text, creative }) => {
      const key = `${text.source.name} ${isGathered(text) ? String(text.meta?.repo) : ''} ${text.label} ${creative}`
      const n = taken.get(key) ?? 0
      taken.set(key, n + 1)
      return creative !== null && n < perGroup
    })
    .map(({ text }) => text)
}

/** Reads texts as `model` does; those with too few tokens are left out. */
export function prepareKinds(texts: readonly KindText[], model: Model): KindExample[] {
  const progress = new Progress('prepare texts of known kinds', texts.length)
  const examples = texts.flatMap((item, i): KindExample[] => {
    progress.at(i)
    const numbers = numbersOf(read(item.text).tokens.slice(0, longestExample), model.lexicon)
    rankGrams(model, numbers.grams)
    return numbers.facts.size < smallestText
      ? []
      : [{ item, creative: isCreativeProse(item) === true, ...numbers }]
  })
  progress.end(`${examples.length} texts`)
  return examples
}

/** Ranks of the n-grams of the used slots that occur in enough sources and texts, ascending. */
function chooseRanks(
  examples: readonly KindExample[],
  size: number,
  slots: readonly number[] = usedSlots,
  { sources, texts } = limits,
): Uint32Array {
  const textCounts = new Uint32Array(size)
  const sourceCounts = new Uint8Array(size)
  const lastText = new Int32Array(size).fill(-1)
  const lastSource = new Int32Array(size).fill(-1)
  let text = 0
  let source = 0
  for (const list of grouped(examples, ({ item }) => item.source.name).values()) {
    for (const { grams } of list) {
      for (const slot of slots) {
        for (let i = slot; i < grams.length; i += gramSlots) {
          const rank = grams[i] as number
          if (rank < 0 || lastText[rank] === text) continue
          lastText[rank] = text
          textCounts[rank] = (textCounts[rank] as number) + 1
          if (lastSource[rank] === source) continue
          lastSource[rank] = source
          sourceCounts[rank] = (sourceCounts[rank] as number) + 1
        }
      }
      text++
    }
    source++
  }
  const ranks: number[] = []
  for (let rank = 0; rank < size; rank++)
    if ((textCounts[rank] as number) >= texts && (sourceCounts[rank] as number) >= sources) ranks.push(rank)
  return Uint32Array.from(ranks)
}

/**
 * Creative prose and other writing count the same, within each both labels, and within those sources by the
 * root of their size, so that a story is no sign of a machine, nor a machine of a story.
 */
function weigh(examples: readonly KindExample[]): Float64Array {
  const groupOf = ({ creative, item }: KindExample): string => `${creative} ${item.label}`
  const sourceOf = (example: KindExample): string => `${groupOf(example)} ${example.item.source.name}`
  const sizes = new Map([...grouped(examples, sourceOf)].map(([key, { length }]) => [key, length]))
  const weights = Float64Array.from(examples, (one) => 1 / Math.sqrt(sizes.get(sourceOf(one)) ?? 1))
  const groups = grouped(examples.keys(), (i) => groupOf(examples[i] as KindExample))
  for (const list of groups.values()) {
    const sum = list.reduce((total, i) => total + (weights[i] as number), 0)
    for (const i of list) weights[i] = ((weights[i] as number) * examples.length) / groups.size / sum
  }
  return weights
}

/** Trains the reader of kinds. The same texts and seed give the same weights. */
export function trainCreativeReader(
  examples: readonly KindExample[],
  model: Model,
  seed: number,
  ranks: Uint32Array = chooseRanks(examples, model.grams.size),
): Pick<CreativeReader, 'bag' | 'ranks'> {
  const index = new GramIndex(ranks, bitsOf(model.grams.size))
  const builder = new StoreBuilder()
  for (const { facts, grams } of examples) {
    const numbers = { facts, grams: index.rank(grams.slice()) }
    builder.add(numbers, numbers)
  }
  const steps = examples.length * settings.epochs
  const progress = new Progress('learn creative prose', runs * steps)
  const trainingSet: TrainingSet = {
    texts: Int32Array.from(examples.keys()),
    positive: Uint8Array.from(examples, ({ creative }) => (creative ? 1 : 0)),
    weights: weigh(examples),
  }
  const store = builder.finish()
  const bags = Array.from({ length: runs }, (_, run) =>
    quantise(
      trainWordModel(
        store,
        trainingSet,
        ranks.length,
        model.common,
        model.styleEdges,
        { ...settings, seed: seed + 100 * run },
        (done) => progress.at(run * steps + done),
      ),
    ),
  )
  progress.end(`${ranks.length} n-grams`)
  return { ranks, bag: meanOf(bags) }
}
