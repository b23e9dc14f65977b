/**
 * Words that hold English together and are rare in texts of other languages. The detector has learned from English alone: in any other
 * language its score means nothing, whichever way it falls.
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
 * Share below which a text of at least 50 words is not English prose. Of 51,701 English texts of 74 collections (every fifth text) five
 * lay below it, none of them by a person; half lay above 0.32. Texts in other languages lie near zero.
 */
export const leastEnglish = 0.1

/** How many of the words (tokens with letters) are common words of English, 0…1; 0 where there is none. */
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
