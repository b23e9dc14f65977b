import {
  type ContextReader,
  gramHashes,
  gramSlots,
  hashText,
  type Lexicon,
  longestPart,
  numbersOf,
  type Prepared,
  read,
  runningSums,
  type StyleFacts,
  tokenFacts,
} from '@penmark/detector/lab'
import { noisyTokens } from '../../attacks/attacks.ts'
import type { Item } from '../../corpora/collection.ts'
import { Progress } from '../../progress.ts'
import { randomStream } from '../../sampling.ts'

/** The metadata of a training text; its numbers are in the store at the same index. */
export interface LabelledItem {
  item: Item
  ai: boolean
}

export interface Dataset {
  examples: LabelledItem[]
  store: TextStore
}

/** Reads the texts and stores their numbers, in order; texts with too few tokens are left out. */
export function makeDataset(items: readonly Item[]): Dataset {
  const progress = new Progress('prepare training texts', items.length)
  const builder = new StoreBuilder()
  const examples: LabelledItem[] = []
  items.forEach((item, i) => {
    const { noisy, ...text } = prepareTraining(item)
    if (text.facts.size >= smallestText) {
      builder.add(text, noisy)
      examples.push({ item, ai: text.ai })
    }
    progress.at(i + 1)
  })
  progress.end(`${examples.length} texts`)
  return { examples, store: builder.finish() }
}

/** A text with fewer tokens is not used for training. */
export const smallestText = 30

/** A text's tokens as numbers. `grams` holds hashes first, and ranks once the n-grams are chosen. */
type Numbers = Omit<Prepared, 'context'>

export interface Example extends Prepared {
  item: Item
  ai: boolean
  /** Words of its prose. */
  words: number
}

/** A training text, with a noisy copy. */
interface TrainingExample extends Omit<Example, 'context'> {
  noisy: Numbers
}

/** Training texts are read as written: the weights know misspellings from the noisy copies. */
function asWritten(tokens: readonly string[]): Numbers {
  const facts = tokenFacts(tokens.slice(0, longestPart))
  return { facts, grams: gramHashes(facts) }
}

/** What is scored of a text: its first tokens, as many as the training texts have. */
export const scoredTokens = (text: string): string[] => read(text).tokens.slice(0, longestPart)

/** A text to score, with its spelling corrected as in the detector. */
export async function prepareExample(
  item: Item,
  lexicon: Lexicon,
  readings: ContextReader | null,
): Promise<Example> {
  const { tokens, proseWords } = read(item.text)
  const scored = tokens.slice(0, longestPart)
  const context = readings && runningSums(await readings.read(scored))
  return { item, ai: item.label === 'ai', words: proseWords, context, ...numbersOf(scored, lexicon) }
}

function prepareTraining(item: Item): TrainingExample {
  const reading = read(item.text)
  const noise = randomStream(hashText(item.text, 7))
  return {
    item,
    ai: item.label === 'ai',
    words: reading.proseWords,
    ...asWritten(reading.tokens),
    noisy: asWritten(noisyTokens(reading.tokens, noise)),
  }
}

/** Tokens of many texts end to end, in memory that threads share. */
export interface TextBlock extends StyleFacts {
  grams: Int32Array
}

/** Training texts. Each text is stored twice: at 2t as it is, at 2t + 1 as its noisy copy. */
export interface TextStore {
  blocks: TextBlock[]
  blockOf: Uint16Array
  from: Uint32Array
  size: Uint32Array
}

const textsPerBlock = 4096

function shared<T>(bytes: number, view: new (buffer: SharedArrayBuffer) => T): T {
  return new view(new SharedArrayBuffer(bytes))
}

function packBlock(texts: readonly Numbers[], size: number): TextBlock {
  const block: TextBlock = {
    words: shared(4 * size, Uint32Array),
    facts: shared(2 * size, Uint16Array),
    lengths: shared(size, Uint8Array),
    since: shared(2 * size, Uint16Array),
    grams: shared(4 * gramSlots * size, Int32Array),
  }
  let at = 0
  for (const { facts, grams } of texts) {
    block.words.set(facts.words, at)
    block.facts.set(facts.facts, at)
    block.lengths.set(facts.lengths, at)
    block.since.set(facts.since, at)
    block.grams.set(grams, gramSlots * at)
    at += facts.size
  }
  return block
}

/** Takes texts in order, each with its noisy copy, and stores only their numbers. */
export class StoreBuilder {
  readonly #blocks: TextBlock[] = []
  readonly #blockOf: number[] = []
  readonly #from: number[] = []
  readonly #size: number[] = []
  #open: Numbers[] = []
  #filled = 0

  add(text: Numbers, noisy: Numbers): void {
    for (const one of [text, noisy]) {
      this.#blockOf.push(this.#blocks.length)
      this.#from.push(this.#filled)
      this.#size.push(one.facts.size)
      this.#filled += one.facts.size
      this.#open.push(one)
    }
    if (this.#open.length >= textsPerBlock) this.#close()
  }

  #close(): void {
    this.#blocks.push(packBlock(this.#open, this.#filled))
    this.#open = []
    this.#filled = 0
  }

  finish(): TextStore {
    if (this.#open.length > 0) this.#close()
    return {
      blocks: this.#blocks,
      blockOf: Uint16Array.from(this.#blockOf),
      from: Uint32Array.from(this.#from),
      size: Uint32Array.from(this.#size),
    }
  }
}
