import { fact, GramIndex, gramBits, gramSlots, WordSet } from '@penmark/detector/lab'
import type { Dataset, TextBlock } from './dataset/dataset.ts'

export interface VocabularyOptions {
  /** The minimum number of sources of an n-gram: what occurs in a single source is its topic. */
  sources: number
  /** … and the minimum number of texts. */
  texts: number
}

export interface Vocabulary {
  /** Hashes of the kept n-grams, ascending. */
  hashes: Uint32Array
  index: GramIndex
  common: WordSet
  /**
   * By rank: the number of texts of each label that contain it. Only n-grams of words are counted; the others
   * hold zero.
   */
  humanTexts: Uint16Array
  machineTexts: Uint16Array
}

const commonTexts = 5
const commonSources = 3
const wordSlots = 3
const mostCounted = 65_535

/** Words of machine texts that many sources share. */
class CommonWords {
  readonly #words = new Map<
    number,
    { texts: number; sources: number; lastText: number; lastSource: number }
  >()

  note(word: number, text: number, source: number): void {
    const known = this.#words.get(word)
    if (known === undefined)
      this.#words.set(word, { texts: 1, sources: 1, lastText: text, lastSource: source })
    else if (known.lastText !== text) {
      known.lastText = text
      known.texts++
      if (known.lastSource !== source) known.sources++
      known.lastSource = source
    }
  }

  chosen(): WordSet {
    const common = new WordSet()
    for (const [word, { texts, sources }] of this.#words)
      if (texts >= commonTexts && sources >= commonSources) common.add(word)
    return common
  }
}

/** Counts in how many sources and texts each n-gram occurs and keeps those that occur across sources. */
export function chooseVocabulary({ examples, store }: Dataset, options: VocabularyOptions): Vocabulary {
  const size = 1 << gramBits
  const lastText = new Int32Array(size).fill(-1)
  const lastSource = new Uint8Array(size).fill(255)
  const sourceCounts = new Uint8Array(size)
  const human = new Uint16Array(size)
  const machine = new Uint16Array(size)
  const isOfWords = new Uint8Array(size)
  const words = new CommonWords()
  const numbers = new Map<string, number>()
  // Sources are counted by their last text, so the texts of one source must be adjacent.
  const order = examples.map((_, i) => i)
  const nameOf = (i: number): string => examples[i]?.item.source.name ?? ''
  order.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a - b))
  order.forEach((index, text) => {
    const source = numbers.get(nameOf(index)) ?? numbers.size
    numbers.set(nameOf(index), source)
    const ai = examples[index]?.ai === true
    const texts = ai ? machine : human
    const { grams, facts, words: tokens } = store.blocks[store.blockOf[2 * index] as number] as TextBlock
    const from = store.from[2 * index] as number
    const to = from + (store.size[2 * index] as number)
    for (let i = from * gramSlots; i < to * gramSlots; i++) {
      const hash = grams[i] as number
      if (hash < 0 || lastText[hash] === text) continue
      lastText[hash] = text
      if (i % gramSlots < wordSlots) isOfWords[hash] = 1
      if ((texts[hash] as number) < mostCounted) texts[hash] = (texts[hash] as number) + 1
      if (lastSource[hash] !== source) {
        lastSource[hash] = source
        sourceCounts[hash] = (sourceCounts[hash] as number) + 1
      }
    }
    if (!ai) return
    for (let i = from; i < to; i++)
      if (((facts[i] as number) & fact.word) !== 0) words.note(tokens[i] as number, text, source)
  })
  const kept: number[] = []
  for (let hash = 0; hash < size; hash++) {
    const texts = (human[hash] as number) + (machine[hash] as number)
    if ((sourceCounts[hash] as number) >= options.sources && texts >= options.texts) kept.push(hash)
  }
  const counted = (texts: Uint16Array): Uint16Array =>
    Uint16Array.from(kept, (hash) => (isOfWords[hash] === 1 ? (texts[hash] as number) : 0))
  return {
    hashes: Uint32Array.from(kept),
    index: new GramIndex(kept),
    common: words.chosen(),
    humanTexts: counted(human),
    machineTexts: counted(machine),
  }
}
