import { hashText } from '../features/hash.ts'
import { fact, type TokenFacts, wordSeed } from '../features/token-facts.ts'

/**
 * Groups of words whose rates distinguish kinds of writing regardless of the writer. The first is the first
 * person.
 */
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

/**
 * Rates per word over tokens `from`…`to`; none grows with length or depends on the label. Fills `out` (length
 * `kindMeasures`).
 */
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
const firstPersonMeasure = 0

/**
 * Kinds of writing that a classifier recognises by their rates of words and marks; a personal statement is
 * recognised by its first person alone.
 */
export const classifiedKinds = [
  'school-essay',
  'learner',
  'academic',
  'narrative',
  'other',
  'abstract',
] as const
export type ClassifiedKind = (typeof classifiedKinds)[number]
export type Kind = ClassifiedKind | 'personal-writing'

/**
 * A linear model over the measures of kind: `mean` and `spread` per measure, `weights[k * measures + i]`,
 * `bias` per kind.
 */
export interface KindHead {
  mean: number[]
  spread: number[]
  weights: number[]
  bias: number[]
}

/** From this rate of "I", "me" and "my" on, a text is a personal statement. */
const personalFrom = 0.04
/** A kind below this probability is unclear. */
const minProbability = 0.5

/** Probabilities of the classified kinds. */
export function kindProbabilities(head: KindHead, measures: ArrayLike<number>): number[] {
  const logits = classifiedKinds.map((_, k) => {
    let sum = head.bias[k] as number
    for (let i = 0; i < kindMeasures; i++)
      sum +=
        (head.weights[k * kindMeasures + i] as number) *
        (((measures[i] as number) - (head.mean[i] as number)) / (head.spread[i] as number))
    return sum
  })
  const top = Math.max(...logits)
  const all = logits.map((logit) => Math.exp(logit - top))
  const total = all.reduce((sum, value) => sum + value, 0)
  return all.map((value) => value / total)
}

/**
 * The kind of a text; null if it is unclear. Learners' texts and school essays are distinguished last:
 * together they may be certain.
 */
export function kindOf(head: KindHead, facts: TokenFacts, from = 0, to = facts.size): Kind | null {
  const measures = new Float64Array(kindMeasures)
  measureKind(facts, from, to, measures)
  if ((measures[firstPersonMeasure] as number) >= personalFrom) return 'personal-writing'
  const probabilities = kindProbabilities(head, measures)
  const [school = 0, learner = 0] = probabilities
  if (school + learner >= minProbability) return school >= learner ? 'school-essay' : 'learner'
  const best = probabilities.indexOf(Math.max(...probabilities))
  return (probabilities[best] as number) >= minProbability ? (classifiedKinds[best] as ClassifiedKind) : null
}
