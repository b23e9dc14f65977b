/**
 * Common English words that are rare in other languages. The detector was trained on English alone: in any
 * other language its score means nothing, high or low.
 */
const englishWords = new Set(
  (
    'the of and to is that it for with this have from not are but you his her my our their they we which would can will there has were ' +
    'been when who what she because about more some than them these your could should into how out other time very being also only if ' +
    'then at by be'
  ).split(' '),
)

const letters = /\p{L}/u

/**
 * Share below which a text of at least 50 words is not English prose. Of 51,701 English texts of 74
 * collections (every fifth text) five were below it, none of them by a person; half were above 0.32. Texts in
 * other languages are near zero.
 */
export const leastEnglish = 0.1

/** The share of words (tokens with letters) that are common English words, 0…1; 0 without any. */
export function englishShare(tokens: readonly string[]): number {
  let words = 0
  let english = 0
  for (const token of tokens) {
    if (!letters.test(token)) continue
    words++
    if (englishWords.has(token.toLowerCase())) english++
  }
  return words === 0 ? 0 : english / words
}
