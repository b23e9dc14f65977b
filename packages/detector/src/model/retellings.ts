import { hashText } from '../features/hash.ts'
import { fact, shapeHash, type TokenFacts, wordSeed } from '../features/token-facts.ts'
import type { RetellingOffset } from './model.ts'

const hashesOf = (words: string): ReadonlySet<number> =>
  new Set(words.split(' ').map((word) => hashText(word, wordSeed)))

/** The most common irregular verbs in the past tense; regular ones have a shape. */
const irregularPasts = hashesOf(
  'was were had did said went got came took made told gave held found brought began felt left thought wrote',
)
/** Of the first and second person: with them a text argues, reflects or explains more than it retells. */
const personalPronouns = hashesOf(
  "i me my mine myself i'm i've i'd i'll we us our ours ourselves we're we've we'll you your yours yourself you're you'll",
)
const regularPast = shapeHash('a-ed')

/** Which shares of the words are verbs in the past tense, and pronouns of the first or second person. */
export function retellingShares({ words, shapes, facts, size }: TokenFacts): {
  pastTense: number
  pronouns: number
} {
  let count = 0
  let pastTense = 0
  let pronouns = 0
  for (let i = 0; i < size; i++) {
    if (((facts[i] as number) & fact.word) === 0) continue
    count++
    const word = words[i] as number
    if (shapes[i] === regularPast || irregularPasts.has(word)) pastTense++
    if (personalPronouns.has(word)) pronouns++
  }
  const ofAll = Math.max(1, count)
  return { pastTense: pastTense / ofAll, pronouns: pronouns / ofAll }
}

/** How much the statistic of a text is lowered because it is a short retelling of what others did. */
export function retellingOffset(
  rule: RetellingOffset | null,
  { facts }: { facts: TokenFacts },
  words: number,
): number {
  if (rule === null || words > rule.words) return 0
  const { pastTense, pronouns } = retellingShares(facts)
  return pastTense >= rule.past_tense && pronouns <= rule.pronouns ? rule.by : 0
}
