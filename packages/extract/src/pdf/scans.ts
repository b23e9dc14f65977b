import { type ExtractedFact, ExtractionError, ScannedPagesError } from '../extraction/extraction.ts'
import { minConfidence, type Recognition, recognisePages } from '../recognition/recognise-pages.ts'
import type { Weakness } from '../recognition/weakness.ts'
import type { Page } from './reader/page.ts'

/**
 * From this on the letters stray from their lines as those of a hand do. Pages that a printer set stay below
 * from 150 dots per inch on; see the same decision for the figures.
 */
const handwritingFrom = 0.004

type Reason = Weakness | 'uneven'

/** What holds for most of these pages; null if for most nothing does. */
function mostCommon(reasons: (Reason | null)[]): Reason | null {
  const counts = new Map<Reason | null, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null
}

export interface Scans {
  facts: ExtractedFact[]
}

/**
 * Adds the recognised lines to the pages of these numbers. Pages below the least confidence stay without:
 * they are photographs, handwriting or bad scans. If most pages of a file without other text are like that,
 * the file is refused.
 */
export async function readScans(
  bytes: Buffer,
  pages: Page[],
  numbers: number[],
  recognition?: Recognition,
): Promise<Scans> {
  if (!recognition) throw new ScannedPagesError()
  const recognised = await recognisePages(bytes, numbers, recognition)
  const hasOtherText = pages.some(({ items }) => items.length > 0)
  const read: { page: number; words: number; confidence: number }[] = []
  const unread: (Reason | null)[] = []
  for (const number of numbers) {
    const found = recognised.get(number)
    const page = pages[number - 1]
    if (!found || !page || found.confidence < minConfidence) {
      unread.push(found?.weakness ?? null)
      continue
    }
    if ((found.baselineScatter ?? 0) >= handwritingFrom) {
      unread.push('uneven')
      continue
    }
    page.width = found.width
    page.height = found.height
    page.items.push(...found.items)
    read.push({ page: number, words: found.words, confidence: Math.round(found.confidence) })
  }
  if (!hasOtherText && read.length <= numbers.length / 2) {
    const reason = mostCommon(unread)
    throw new ExtractionError(reason === null ? 'scan_unreadable' : (`scan_${reason}` as const))
  }
  if (read.length === 0) return { facts: [] }
  const words = read.reduce((sum, page) => sum + page.words, 0)
  const confidence = Math.round(read.reduce((sum, page) => sum + page.words * page.confidence, 0) / words)
  return {
    facts: [
      { kind: 'scan', name: 'pages', value: null, count: read.length, scan: { confidence, pages: read } },
      { kind: 'scan', name: 'unreadable-pages', value: null, count: numbers.length - read.length },
    ],
  }
}
