import type { ReportParagraph } from '../report.ts'
import { markParagraphs } from './evidence/passages.ts'

/** Shares of the words of a text by how strongly their passage reads like AI writing, each 0…1; together they are 1. */
export interface Extent {
  strong: number
  light: number
  none: number
}

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0

/**
 * How much of the text its passages cover. `ai_share` is the headline's figure: it scales strong and light together, so that headline and
 * bar never differ by rounding. Null where nothing is marked.
 */
export function extentOf(paragraphs: readonly ReportParagraph[], ai_share: number | null): Extent | null {
  const words = { strong: 0, light: 0, none: 0 }
  for (const { stretches, leftOut } of markParagraphs(paragraphs)) {
    if (leftOut !== null) continue
    for (const { text, passage } of stretches)
      words[passage === null ? 'none' : passage.strength === 'strong' ? 'strong' : 'light'] += wordsIn(text)
  }
  const marked = words.strong + words.light
  if (marked === 0) return null
  const share = ai_share ?? marked / (marked + words.none)
  const strong = (share * words.strong) / marked
  return { strong, light: share - strong, none: 1 - share }
}
