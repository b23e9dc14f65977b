import { classCount, read, Vocabulary } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { familyOf } from '../corpora/families.ts'
import { studentKinds } from '../corpora/sources.ts'
import { heldOutFolds, mayTrain } from '../corpora/training-texts.ts'

const fewestTokens = 30
/** What is read of a text; of more than `stretchTokens`, a stretch of that length is taken. */
const readTokens = 1600
const stretchTokens = 640
/** A prime, so that stretches begin all over long texts, and anew at the same places in each run. */
const stretchStep = 7919
/**
 * A word is known if this many sources share it, so that no topic of a source becomes a sign of a person or a
 * machine.
 */
const sourcesOfWord = 18
const mostWords = 12_000
/** Texts of held-out folds only measure an encoder, for which fewer are enough. */
const heldOutShare = 0.2

interface ChosenText {
  item: Item
  heldOut: boolean
  /** Places in `distinct`. */
  tokens: Uint32Array
}

/** Texts that train or measure encoders, and their different tokens as written. */
export interface ChosenTexts {
  distinct: string[]
  texts: ChosenText[]
}

/** What training knows of a text, besides the numbers of its tokens. */
export interface TextFacts {
  source: string
  label: 'human' | 'ai'
  family: number
  student: boolean
  /** Whether its licence lets the open model learn from it. */
  open: boolean
  heldOut: boolean
  tokens: number
}

/** The first texts of each source and label, in the order of the collection. */
export function chooseTexts(items: readonly Item[], perSource: number): ChosenTexts {
  const places = new Map<string, number>()
  const placeOf = (token: string): number => {
    const known = places.get(token) ?? places.size
    if (known === places.size) places.set(token, known)
    return known
  }
  const taken = new Map<string, number>()
  const texts: ChosenText[] = []
  let count = 0
  for (const item of items) {
    if (item.label === 'mixed') continue
    const tokens = read(item.text).tokens.slice(0, readTokens)
    if (tokens.length < fewestTokens) continue
    // Texts that are not chosen are counted too: the stretches of the others must not move when a role
    // changes.
    const number = count++
    if (item.use !== 'train') continue
    const heldOut = item.fold < heldOutFolds
    const group = `${item.source.name} ${item.label} ${heldOut}`
    const before = taken.get(group) ?? 0
    taken.set(group, before + 1)
    if (before >= (heldOut ? Math.floor(perSource * heldOutShare) : perSource)) continue
    const from = (number * stretchStep) % Math.max(1, tokens.length - stretchTokens + 1)
    texts.push({ item, heldOut, tokens: Uint32Array.from(tokens.slice(from, from + stretchTokens), placeOf) })
  }
  return { distinct: [...places.keys()], texts }
}

/** The words that most sources share, in alphabetical order. */
export function chooseWords({ distinct, texts }: ChosenTexts): string[] {
  const sourcesOf = new Map<string, Set<string>>()
  const ofToken = distinct.map((token) => {
    const word = token.toLowerCase()
    const set = sourcesOf.get(word) ?? new Set()
    sourcesOf.set(word, set)
    return set
  })
  for (const { item, heldOut, tokens } of texts)
    if (!heldOut) for (const token of tokens) ofToken[token]?.add(item.source.name)
  return [...sourcesOf]
    .filter(([, { size }]) => size >= sourcesOfWord)
    .sort(([a, inA], [b, inB]) => inB.size - inA.size || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => word)
    .sort()
}

/** The numbers of all tokens, text after text, as the product numbers them. */
export function numberTexts({ distinct, texts }: ChosenTexts, words: readonly string[]): Uint16Array {
  const numbers = new Vocabulary(words).numbersOf(distinct)
  const all = new Uint16Array(texts.reduce((sum, { tokens }) => sum + tokens.length, 0))
  let at = 0
  for (const { tokens } of texts) for (const token of tokens) all[at++] = numbers[token] as number
  return all
}

/** For each word the number it would have if it were unknown. A sign keeps its own. */
export function numbersIfUnknown(words: readonly string[]): number[] {
  const nothing = new Vocabulary([])
  const [sign] = nothing.numbersOf(['.'])
  return Array.from(nothing.numbersOf(words), (number, i) => (number === sign ? classCount + i : number))
}

export const factsOf = ({ item, heldOut, tokens }: ChosenText): TextFacts => ({
  source: item.source.name,
  label: item.label === 'ai' ? 'ai' : 'human',
  family: familyOf(item.source.name),
  student: studentKinds.has(item.source.kind),
  open: mayTrain('open', item),
  heldOut,
  tokens: tokens.length,
})
