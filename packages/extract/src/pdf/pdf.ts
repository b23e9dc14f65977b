import { getDocumentProxy } from 'unpdf'

import { ExtractionError } from '../extraction.ts'
import { extractionError } from '../failure.ts'
import type { ExtractionLimits } from '../limits.ts'
import { metadataFacts } from '../metadata.ts'
import type { Reading } from '../reading.ts'
import { partColumns } from './columns.ts'
import { removeFurniture } from './furniture.ts'
import type { Page, TextItem } from './page.ts'
import { joinParagraphs } from './paragraphs.ts'
import { gatherRows } from './rows.ts'

/** The text of a PDF in reading order, without running lines, page numbers and notes at the foot. */
export async function readPdf(bytes: Buffer, limits: ExtractionLimits): Promise<Reading> {
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > limits.pages) {
      const pages = pdf.numPages.toLocaleString('en-GB')
      throw extractionError('too-many-pages', { happened: `This document has ${pages} pages and we read up to ${limits.pages}.` })
    }
    const pages = await readPages(pdf, limits)
    const bodyHeight = commonHeight(pages)
    const withRows = pages.map((page) => ({ page, rows: gatherRows(page.items) }))
    const { rows, headersAndFooters, notes } = removeFurniture(withRows, bodyHeight)
    const paragraphs = joinParagraphs(rows.flatMap((body, nth) => partColumns(body, pages[nth]?.width ?? 0)))
    if (paragraphs.length === 0) throw extractionError(pages.some((page) => page.items.length > 0) ? 'empty' : 'image-only')
    return {
      paragraphs,
      pageCount: pdf.numPages,
      facts: [
        ...(await metadata(pdf)),
        { kind: 'left-out', name: 'headers-and-footers', value: null, count: headersAndFooters },
        { kind: 'left-out', name: 'notes', value: null, count: notes },
      ],
    }
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause
    throw extractionError('damaged', { cause })
  } finally {
    await pdf.destroy()
  }
}

type PDFDocumentProxy = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    // A copy, because the reader takes the array away from its owner.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false, stopAtErrors: false })
  } catch (cause) {
    throw extractionError(cause instanceof Error && cause.name === 'PasswordException' ? 'encrypted' : 'damaged', { cause })
  }
}

async function readPages(pdf: PDFDocumentProxy, limits: ExtractionLimits): Promise<Page[]> {
  const pages: Page[] = []
  let characters = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const items: TextItem[] = []
    const { items: drawn } = await page.getTextContent()
    for (const item of drawn) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , c, d, x, y]: number[] = item.transform
      items.push({ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, height: Math.hypot(c ?? 0, d ?? 0) || item.height })
      characters += item.str.length
      if (characters > limits.characters) throw extractionError('too-large')
    }
    pages.push({ width, height, items })
    page.cleanup()
  }
  return pages
}

/** The font size that most of the text is set in. */
function commonHeight(pages: Page[]): number {
  const byHeight = new Map<number, number>()
  for (const { text, height } of pages.flatMap((page) => page.items)) {
    const rounded = Math.round(height * 2) / 2
    byHeight.set(rounded, (byHeight.get(rounded) ?? 0) + text.length)
  }
  return [...byHeight].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 12
}

async function metadata(pdf: PDFDocumentProxy): Promise<Reading['facts']> {
  const { info } = await pdf.getMetadata()
  const value = (name: string): string => {
    const found: unknown = Reflect.get(info, name)
    return typeof found === 'string' ? found : ''
  }
  const producer = [...new Set([value('Creator'), value('Producer')])].filter((tool) => tool !== '').join(', ')
  return metadataFacts({
    author: value('Author'),
    title: value('Title'),
    producer,
    created: value('CreationDate'),
    modified: value('ModDate'),
  })
}
