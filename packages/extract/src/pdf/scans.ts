import { type ExtractedFact, extractionError, ScannedPagesError } from '../extraction.ts'
import { minConfidence, type Recognition, recognisePages } from '../recognition/recognise-pages.ts'
import type { Weakness } from '../recognition/weakness.ts'
import type { Page } from './page.ts'

/**
 * From this on the letters stray from their lines as those of a hand do. Pages that a printer set stay below from 150 dots per inch on; see the
 * same decision for the figures.
 */
const handwritingFrom = 0.004

type Reason = Weakness | 'uneven'

/** What a teacher is told about the pictures of pages that could not be read; where nothing is wrong with them, the sentence of the failure. */
const sentences: Record<Reason, { happened: string; todo: string }> = {
  uneven: {
    happened:
      'The letters of this scan do not stand as evenly as printed ones: it is handwriting, which we do not read reliably, a coarse scan, or a very noisy photograph.',
    todo: 'Scan printed pages again at 300 dots per inch, or upload the original document.',
  },
  coarse: {
    happened: 'The letters of this scan are only a few dots high, too few to read them.',
    todo: 'Scan the pages again at 300 dots per inch, or upload the original document.',
  },
  faint: {
    happened: 'The print of this scan is too faint to read.',
    todo: 'Scan the pages again with a darker setting, or upload the original document.',
  },
  blurred: {
    happened: 'The letters of this scan are blurred.',
    todo: 'Scan the pages again, or photograph them with a steady hand and more light, or upload the original document.',
  },
  noisy: {
    happened: 'This scan is full of specks, so that its letters cannot be told from them.',
    todo: 'Scan the pages again on a clean glass or with more light, or upload the original document.',
  },
}

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
 * Adds the recognised lines to the pages of these numbers. Pages below the least confidence stay without: they are photographs, handwriting
 * or bad scans. If most pages of a file without other text are like that, the file is refused.
 */
export async function readScans(bytes: Buffer, pages: Page[], numbers: number[], recognition?: Recognition): Promise<Scans> {
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
    throw extractionError('unreadable-scan', reason === null ? {} : sentences[reason])
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
