import { getDocumentProxy } from 'unpdf'

import { ExtractionError } from '../extraction.ts'
import { extractionError } from '../failure.ts'
import type { ExtractionLimits } from '../limits.ts'
import { metadataFacts } from '../metadata.ts'
import type { Reading } from '../reading.ts'
import { composeAccents } from './accents.ts'
import { type DrawnItem, placeItems } from './items.ts'
import { layOut } from './layout.ts'
import type { Page } from './page.ts'
import { joinParagraphs } from './paragraphs.ts'

/** The text of a PDF in reading order, without running lines, page numbers and notes at the foot. */
export async function readPdf(bytes: Buffer, limits: ExtractionLimits): Promise<Reading> {
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > limits.pages) {
      const pages = pdf.numPages.toLocaleString('en-GB')
      throw extractionError('too-many-pages', { happened: `This document has ${pages} pages and we read up to ${limits.pages}.` })
    }
    const { pages, slanted } = await readPages(pdf, limits)
    if (pages.every((page) => page.items.length === 0)) throw extractionError('image-only')
    const { blocks, runningLines, notes } = layOut(pages)
    return {
      paragraphs: joinParagraphs(blocks).map(composeAccents),
      pageCount: pdf.numPages,
      facts: [
        ...(await metadata(pdf)),
        { kind: 'left-out', name: 'headers-and-footers', value: null, count: runningLines },
        { kind: 'left-out', name: 'notes', value: null, count: notes },
        { kind: 'left-out', name: 'slanted-text', value: null, count: slanted },
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

async function readPages(pdf: PDFDocumentProxy, limits: ExtractionLimits): Promise<{ pages: Page[]; slanted: number }> {
  const pages: Page[] = []
  let characters = 0
  let slanted = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const drawn: DrawnItem[] = []
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      drawn.push(item)
      characters += item.str.length
      if (characters > limits.characters) throw extractionError('too-large')
    }
    const placed = placeItems(drawn, page.getViewport({ scale: 1 }))
    pages.push(placed.page)
    slanted += placed.slanted
    page.cleanup()
  }
  return { pages, slanted }
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
