import { hashText, Lexicon, read, wordSeed } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { Progress } from '../progress.ts'

/**
 * Spelling is corrected to words found in this many sources by people, this many by machines, and a minimum
 * of texts.
 */
const sourcesOfEach = 4
const fewestTexts = 15
const mostCounted = 65_535
const word = /^[a-z]+(?:'[a-z]+)?$/

interface Known {
  texts: number
  human: number
  machine: number
  lastHuman: string
  lastMachine: string
}

/** Chooses the dictionary for spelling correction from training texts alone. */
export function chooseLexicon(items: readonly Item[]): Lexicon {
  const progress = new Progress('choose the words', items.length)
  const known = new Map<number, Known>()
  // Sources are counted by their last text, so the texts of one source must be adjacent.
  const order = items.toSorted((a, b) =>
    a.source.name < b.source.name ? -1 : a.source.name > b.source.name ? 1 : 0,
  )
  order.forEach((item, i) => {
    addItem(known, item)
    progress.at(i + 1)
  })
  const chosen = [...known]
    .filter(
      ([, { texts, human, machine }]) =>
        texts >= fewestTexts && human >= sourcesOfEach && machine >= sourcesOfEach,
    )
    .sort(([a], [b]) => a - b)
  progress.end(`${chosen.length} words`)
  return new Lexicon(
    Uint32Array.from(chosen, ([hash]) => hash),
    Uint16Array.from(chosen, ([, { texts }]) => Math.min(mostCounted, texts)),
  )
}

function addItem(known: Map<number, Known>, { text, label, source }: Item): void {
  const hashes = new Set<number>()
  for (const token of read(text).tokens) {
    const lower = token.toLowerCase()
    if (word.test(lower)) hashes.add(hashText(lower, wordSeed))
  }
  for (const hash of hashes) {
    let one = known.get(hash)
    if (one === undefined) {
      one = { texts: 0, human: 0, machine: 0, lastHuman: '', lastMachine: '' }
      known.set(hash, one)
    }
    one.texts++
    if (label === 'ai' && one.lastMachine !== source.name) {
      one.machine++
      one.lastMachine = source.name
    }
    if (label === 'human' && one.lastHuman !== source.name) {
      one.human++
      one.lastHuman = source.name
    }
  }
}
