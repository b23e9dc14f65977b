import { hashText } from '../features/hash.ts'
import { fact, shapeHash, type TokenFacts, wordSeed } from '../features/token-facts.ts'
import type { AccountOffset } from './model.ts'

const hashesOf = (words: string): ReadonlySet<number> =>
  new Set(words.split(' ').map((word) => hashText(word, wordSeed)))

/** Irregular verbs in the past; regular ones have their shape. */
const irregularPasts = hashesOf(
  'was were had did said went got came took made told gave held found brought began felt left thought wrote',
)
/** Whoever speaks of "I", "we" or "you" argues, reflects or explains more than he reports. */
const speakers = hashesOf(
  "i me my mine myself i'm i've i'd i'll we us our ours ourselves we're we've we'll you your yours yourself you're you'll",
)
const regularPast = shapeHash('a-ed')

/** Shares of tokens `from`…`to`: of words that are verbs in the past, and of words for writer or reader. */
export function tellingOf({ words, shapes, facts, size }: TokenFacts): { past: number; speakers: number } {
  let count = 0
  let past = 0
  let speaking = 0
  for (let i = 0; i < size; i++) {
    if (((facts[i] as number) & fact.word) === 0) continue
    count++
    const word = words[i] as number
    if (shapes[i] === regularPast || irregularPasts.has(word)) past++
    if (speakers.has(word)) speaking++
  }
  return { past: past / Math.max(1, count), speakers: speaking / Math.max(1, count) }
}

/** How much the statistic of a text is lowered because it is a short account of what others did. */
export function accountOffset(
  rule: AccountOffset | null,
  { facts }: { facts: TokenFacts },
  words: number,
): number {
  if (rule === null || words > rule.words) return 0
  const { past, speakers: speaking } = tellingOf(facts)
  return past >= rule.past && speaking <= rule.speakers ? rule.by : 0
}
