import type { Lexicon } from '../model/lexicon.ts'

const startsWord = /^[A-Za-z]/
const capital = /^[A-Z]/
/** After these a capital means nothing; elsewhere it suggests a name, and names are not corrected. */
const opening = new Set(['.', '!', '?', '"', ':', '(', '—'])
/**
 * The share of misspelt words from which a text is corrected. Below it a text is read as written: correcting plain texts would cost more
 * than it gains (docs/experiments/misspellings.md).
 */
const leastShare = 0.08

/** Tokens with corrected spelling, one for one; unchanged where few are misspelt. Only n-grams use them. */
export function withCorrectedSpelling(tokens: readonly string[], lexicon: Lexicon): readonly string[] {
  const out = [...tokens]
  let words = 0
  let slips = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as string
    if (!startsWord.test(token)) continue
    words++
    if (i > 0 && capital.test(token) && !opening.has(tokens[i - 1] as string)) continue
    const word = token.toLowerCase()
    const read = lexicon.correct(word)
    if (read === word) continue
    slips++
    out[i] = read
  }
  return slips > 0 && slips >= leastShare * words ? out : tokens
}
