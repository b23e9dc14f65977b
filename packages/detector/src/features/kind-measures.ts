import { hashText } from './hash.ts'
import { fact, type TokenFacts } from './token-facts.ts'

const wordSeed = 2166136261

/** Groups of words whose rates distinguish kinds of writing regardless of the writer. The first is the first person. */
const groups = [
  "i me my mine myself i'm i've i'd i'll",
  "we us our ours ourselves we're we've we'll",
  "you your yours yourself you're you'll",
  'he she him her his hers they them their himself herself',
  'was were had did went said got came took made',
  'should must need could would can may might will',
  'think believe opinion agree disagree because people reason example',
  'school students student teacher teachers kids parents children education',
  'study paper research results data method methods analysis al figure table model proposed approach system based',
  'mother father mom dad family brother sister grandmother friend friends home',
] as const
/** Kinds of tokens whose rates are measured beside the groups. */
const marks = [
  fact.sentenceEnd,
  fact.comma,
  fact.semicolon,
  fact.dash,
  fact.quote,
  fact.bracket,
  fact.exclamation,
  fact.contraction,
  fact.functionWord,
  fact.number,
] as const
const longWord = 8

const groupOf = new Map<number, number>()
groups.forEach((words, group) => {
  for (const word of words.split(' ')) groupOf.set(hashText(word, wordSeed), group)
})

const rates = groups.length + marks.length + 2
/** Each rate is used as it is and as its square root, so that rare features count too. */
export const kindMeasures = 2 * rates

/** Rates per word over tokens `from`…`to`; none grows with length or depends on the label. Fills `out` (length `kindMeasures`). */
export function measureKind(facts: TokenFacts, from: number, to: number, out: Float64Array): void {
  out.fill(0)
  let words = 0
  for (let i = from; i < to; i++) {
    const bits = facts.facts[i] as number
    const length = facts.lengths[i] as number
    const group = groupOf.get(facts.words[i] as number)
    if (group !== undefined) out[group] = (out[group] as number) + 1
    marks.forEach((mark, k) => {
      if ((bits & mark) !== 0) out[groups.length + k] = (out[groups.length + k] as number) + 1
    })
    out[rates - 2] = (out[rates - 2] as number) + length
    if ((bits & fact.word) === 0) continue
    words++
    if (length > longWord) out[rates - 1] = (out[rates - 1] as number) + 1
  }
  for (let k = 0; k < rates; k++) {
    const rate = (out[k] as number) / Math.max(1, words)
    out[k] = rate
    out[rates + k] = Math.sqrt(rate)
  }
}

/** The measure of the first person: "I", "me", "my". */
export const selfMeasure = 0
