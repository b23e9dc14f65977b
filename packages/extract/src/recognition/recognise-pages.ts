import { extractionError } from '../extraction.ts'
import { openPdf, type PdfObjects, type PdfPage } from '../pdf/reader.ts'
import type { Engine } from './engine.ts'
import { evenLight } from './even-light.ts'
import { drawPictures } from './page-image.ts'
import { type PageText, placeLines } from './page-text.ts'

export interface Recognition {
  loadEngine(): Promise<Engine>
  /** Called before each page is read: the number of the page and of all pages in the document. */
  onPage?(page: number, pages: number): void
}

/** A picture with more pixels is not decoded. An A4 page at 600 dots per inch has 35 million. */
const mostPicturePixels = 40_000_000
/** Pages to recognise in one document. */
export const mostScannedPages = 100
/** Processor time for one document, in seconds. */
const mostSeconds = 900

/** Reads the pages of these numbers, which are pictures, by text recognition. */
export async function recognisePages(bytes: Buffer, numbers: number[], recognition: Recognition): Promise<Map<number, PageText>> {
  if (numbers.length > mostScannedPages) {
    const happened = `This document has ${numbers.length.toLocaleString('en-GB')} scanned pages and we read up to ${mostScannedPages}.`
    throw extractionError('too-many-pages', { happened })
  }
  const engine = await recognition.loadEngine()
  const pdf = await openPdf(bytes, { maxImageSize: mostPicturePixels })
  const read = new Map<number, PageText>()
  const startedAt = process.cpuUsage()
  try {
    for (const number of numbers) {
      recognition.onPage?.(number, pdf.numPages)
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: 1 })
      const operators = await page.getOperatorList()
      const image = await drawPictures({ operators, viewport, pictureNamed: (name) => decoded(page, name) })
      page.cleanup()
      if (image !== null) {
        evenLight(image)
        read.set(number, placeLines(engine.recognise(image), image, viewport))
      }
      const { user, system } = process.cpuUsage(startedAt)
      if ((user + system) / 1e6 > mostSeconds) throw extractionError('too-slow')
    }
  } finally {
    await pdf.destroy()
  }
  return read
}

/** The PDF reader keeps pictures that several pages share among the common objects. */
function decoded(page: PdfPage, name: string): Promise<unknown> {
  const objects: PdfObjects = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => objects.get(name, resolve))
}
