import type { Lexicon } from '../model/lexicon.ts'

const startsWord = /^[A-Za-z]/
const capital = /^[A-Z]/
/** After these a capital says nothing; elsewhere it is taken for a name, and names are not mended. */
const opening = new Set(['.', '!', '?', '"', ':', '(', '—'])
/**
 * From this share of mended words on. Below it a text is read as it is written: the slips of an honest hand stay what they are, and mending
 * plain texts would cost more than it gives (docs/experiments/misspellings.md).
 */
const leastShare = 0.08

/** Tokens with slips of spelling mended, one for one; the given ones where few are misspelt. N-grams alone are taken from these. */
export function mended(tokens: readonly string[], lexicon: Lexicon): readonly string[] {
  const out = [...tokens]
  let words = 0
  let slips = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as string
    if (!startsWord.test(token)) continue
    words++
    if (i > 0 && capital.test(token) && !opening.has(tokens[i - 1] as string)) continue
    const word = token.toLowerCase()
    const read = lexicon.mend(word)
    if (read === word) continue
    slips++
    out[i] = read
  }
  return slips > 0 && slips >= leastShare * words ? out : tokens
}
