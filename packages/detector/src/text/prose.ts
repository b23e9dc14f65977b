import type { Range } from './pieces.ts'
import { countWords } from './words.ts'

/** How a paragraph affects the score: only prose is scored. */
export type ParagraphKind = 'prose' | 'heading' | 'references'

const ended = /[.!?…:;,]["')\]]*\s*$/
const referencesTitle = /^\W*(?:\d+\.?\s*)?(?:references|bibliography|works cited|reference list|sources cited)\W*$/i
const longestHeading = 12

/**
 * Kinds of the paragraphs, in order. Where most of the words would be left out, nothing is: the layout of such a text cannot be trusted.
 */
export function paragraphKinds(text: string, paragraphs: readonly Range[]): ParagraphKind[] {
  const counts = paragraphs.map((range) => countWords(text.slice(range.start, range.end)))
  let references = false
  const kinds = paragraphs.map((range, i): ParagraphKind => {
    const body = text.slice(range.start, range.end)
    if (referencesTitle.test(body)) references = true
    if (references) return 'references'
    return (counts[i] ?? 0) <= longestHeading && !ended.test(body) ? 'heading' : 'prose'
  })
  const total = counts.reduce((sum, n) => sum + n, 0)
  const left = counts.reduce((sum, n, i) => (kinds[i] === 'prose' ? sum : sum + n), 0)
  return left * 2 > total ? paragraphs.map(() => 'prose') : kinds
}
