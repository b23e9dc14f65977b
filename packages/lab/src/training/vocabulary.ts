import { fact, GramIndex, gramBits, WordSet } from '@penmark/detector/lab'
import type { Example } from './prepared.ts'

export interface VocabularyOptions {
  /** An n-gram is kept when so many sources hold it: what one source alone says is its topic. */
  sources: number
  /** … and so many texts. */
  texts: number
}

export interface Vocabulary {
  /** Hashes of the kept n-grams, rising. */
  hashes: Uint32Array
  index: GramIndex
  common: WordSet
}

const commonTexts = 5
const commonSources = 3

/** Counts in how many sources and texts each n-gram occurs and keeps the ones that travel. */
export function chooseVocabulary(examples: readonly Example[], options: VocabularyOptions): Vocabulary {
  const size = 1 << gramBits
  const lastText = new Int32Array(size).fill(-1)
  const lastSource = new Int16Array(size).fill(-1)
  const sourceCounts = new Uint8Array(size)
  const textCounts = new Uint16Array(size)
  const words = new Map<number, { texts: number; sources: number; lastText: number; lastSource: string }>()
  const numbers = new Map<string, number>()
  // Sources are counted by their last text, so the texts of one source must lie together.
  const ordered = examples
    .map((example, i) => ({ example, i }))
    .sort((a, b) =>
      a.example.item.source.name < b.example.item.source.name
        ? -1
        : a.example.item.source.name > b.example.item.source.name
          ? 1
          : a.i - b.i,
    )
  ordered.forEach(({ example }, order) => {
    const name = example.item.source.name
    const source = numbers.get(name) ?? numbers.size
    numbers.set(name, source)
    for (const hash of example.grams) {
      if (hash < 0 || lastText[hash] === order) continue
      lastText[hash] = order
      if ((textCounts[hash] as number) < 65535) textCounts[hash] = (textCounts[hash] as number) + 1
      if (lastSource[hash] !== source) {
        lastSource[hash] = source
        sourceCounts[hash] = (sourceCounts[hash] as number) + 1
      }
    }
    if (!example.ai) return
    for (let i = 0; i < example.facts.size; i++) {
      if (((example.facts.facts[i] as number) & fact.word) === 0) continue
      const word = example.facts.words[i] as number
      const known = words.get(word)
      if (known === undefined) words.set(word, { texts: 1, sources: 1, lastText: order, lastSource: name })
      else if (known.lastText !== order) {
        known.lastText = order
        known.texts++
        if (known.lastSource !== name) known.sources++
        known.lastSource = name
      }
    }
  })
  const kept: number[] = []
  for (let hash = 0; hash < size; hash++) {
    if ((sourceCounts[hash] as number) >= options.sources && (textCounts[hash] as number) >= options.texts) kept.push(hash)
  }
  const common = new WordSet()
  for (const [word, { texts, sources }] of words) if (texts >= commonTexts && sources >= commonSources) common.add(word)
  return { hashes: Uint32Array.from(kept), index: new GramIndex(kept), common }
}
