import { typo } from './typo.ts'
import { britishSpelling, synonym } from './words.ts'

const articles = new Set(['a', 'an', 'the'])
const isWord = /^\p{L}/u

/**
 * A copy of a text's tokens as it might look after an attack, or after a careless hand: slips of spelling, lost articles, lost words,
 * swapped synonyms, British spelling. Used on texts of both labels, so that no noise speaks for either.
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
