import { britishSpelling, synonym } from './words.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error: two letters swapped, one lost, one doubled, or one replaced. */
export function typo(word: string, random: () => number): string {
  if (word.length < 3) return word
  const at = Math.floor(random() * (word.length - 1))
  const kind = Math.floor(random() * 4)
  if (kind === 0) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1)
  if (kind === 2) return word.slice(0, at) + word.charAt(at) + word.slice(at)
  return word.slice(0, at) + letters.charAt(Math.floor(random() * letters.length)) + word.slice(at + 1)
}

const articles = new Set(['a', 'an', 'the'])
const isWord = /^\p{L}/u

/**
 * A copy of a text's tokens with the noise of an attack or a careless writer: misspellings, lost articles, lost words, swapped synonyms,
 * British spelling. It is applied to texts of both labels, so that noise is evidence for neither.
 */
export function noisyTokens(tokens: readonly string[], random: () => number): string[] {
  const slips = random() < 0.5 ? 0.03 + 0.19 * random() : 0
  const lostArticles = random() < 0.35 ? 0.3 + 0.4 * random() : 0
  const lostWords = random() < 0.25 ? 0.04 + 0.08 * random() : 0
  const swapped = random() < 0.5 ? 0.3 + 0.5 * random() : 0
  const britishShare = random() < 0.2 ? 1 : 0
  const out: string[] = []
  for (const token of tokens) {
    const lower = token.toLowerCase()
    if (articles.has(lower) && random() < lostArticles) continue
    if (!isWord.test(token)) {
      out.push(token)
      continue
    }
    if (random() < lostWords) continue
    const other =
      (random() < swapped ? synonym(lower) : undefined) ?? (random() < britishShare ? britishSpelling(lower) : undefined) ?? token
    out.push(random() < slips ? typo(other, random) : other)
  }
  return out
}
