import { type ExtractedFact, extractionError, ScannedPagesError } from '../extraction.ts'

import { type Recognition, recognisePages } from '../recognition/recognise-pages.ts'
import type { Page } from './page.ts'

/**
 * Mean confidence below which a page counts as unreadable, 0…100. Above it, one word in ten at most was wrong on rendered pages of known text.
 * See docs/decisions/0059-text-recognition.md.
 */
const minConfidence = 86

/**
 * From this on the letters stray from their lines as those of a hand do. Pages that a printer set stay below from 150 dots per inch on; see the
 * same decision for the figures.
 */
const handwritingFrom = 0.004

const handwriting =
  'The letters of this scan do not stand as evenly as printed ones: it is handwriting, which we do not read reliably, a coarse scan, or a very noisy photograph.'

export interface Scans {
  facts: ExtractedFact[]
}

/**
 * Adds the recognised lines to the pages of these numbers. Pages below the least confidence stay without: they are photographs, handwriting
 * or bad scans. If most pages of a file without other text are like that, the file is refused.
 */
export async function readScans(bytes: Buffer, pages: Page[], numbers: number[], recognition?: Recognition): Promise<Scans> {
  if (!recognition) throw new ScannedPagesError()
  const recognised = await recognisePages(bytes, numbers, recognition)
  const hasOtherText = pages.some(({ items }) => items.length > 0)
  const read: { page: number; words: number; confidence: number }[] = []
  let handwrittenPages = 0
  for (const number of numbers) {
    const found = recognised.get(number)
    const page = pages[number - 1]
    if (!found || !page || found.confidence < minConfidence) continue
    if ((found.baselineScatter ?? 0) >= handwritingFrom) {
      handwrittenPages++
      continue
    }
    page.items.push(...found.items)
    read.push({ page: number, words: found.words, confidence: Math.round(found.confidence) })
  }
  if (!hasOtherText && read.length <= numbers.length / 2) {
    const isMostlyHandwriting = handwrittenPages > (numbers.length - read.length) / 2
    throw extractionError('unreadable-scan', isMostlyHandwriting ? { happened: handwriting } : {})
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
