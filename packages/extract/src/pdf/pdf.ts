import {
  ExtractionError,
  type ExtractionLimits,
  type Reading,
  ScannedPagesError,
} from '../extraction/extraction.ts'
import { HiddenText } from '../extraction/hidden-text.ts'
import { metadataFacts, originFacts } from '../extraction/metadata.ts'

import type { Recognition } from '../recognition/recognise-pages.ts'
import { bitmapEncoding } from './bitmap-fonts.ts'
import { layOut } from './columns.ts'
import { coveredWords, visibleItemsOf } from './hidden.ts'
import { pdfHistoryFacts } from './history.ts'
import { placeItems } from './items.ts'
import { type FontScale, readPaintedText } from './paint.ts'
import { joinParagraphs } from './paragraphs.ts'
import { type Page, toMatrix } from './reader/page.ts'
import { openPdf, type PdfDocument, type PdfObjects } from './reader/reader.ts'
import { readScans } from './scans.ts'
import { countDamaged, isTooDamaged, type WordCounts } from './unknown-letters.ts'

/** Minimum pixels of a scanned page; a logo has fewer. */
const scanPixels = 200_000

/** Whether the file contains an image, and one large enough to be a scanned page. */
interface Pictures {
  any: boolean
  scan: boolean
}

/**
 * Looks for pictures in a PDF. They are streams, whose headers are never compressed or encrypted, so nothing
 * needs unpacking.
 */
function findPictures(bytes: Buffer): Pictures {
  let any = false
  const text = bytes.toString('latin1')
  for (const found of text.matchAll(/\/Subtype\s*\/Image\b/g)) {
    any = true
    const head = text.slice(Math.max(0, found.index - 600), found.index + 600)
    const start = head.lastIndexOf(' obj', Math.min(600, found.index))
    const own = head.slice(
      Math.max(0, start),
      head.indexOf('stream', Math.min(600, found.index)) + 1 || undefined,
    )
    const width = Number(/\/Width\s+(\d+)/.exec(own)?.[1])
    const height = Number(/\/Height\s+(\d+)/.exec(own)?.[1])
    if (width * height >= scanPixels) return { any, scan: true }
  }
  return { any, scan: false }
}

/** The text of a PDF in reading order, without headers, footers, page numbers and footnotes. */
export async function readPdf(
  bytes: Buffer,
  limits: ExtractionLimits,
  recognition?: Recognition,
  characterMaps?: string,
): Promise<Reading> {
  const pdf = await openPdf(bytes, { characterMaps })
  try {
    if (pdf.numPages > limits.pages) {
      throw new ExtractionError('too_many_pages', { pages: pdf.numPages, most: limits.pages })
    }
    const pictures = findPictures(bytes)
    const { pages, hidden, recognised, slanted, covered, letters, scanned } = await readPages(
      pdf,
      pictures.scan,
      limits,
    )
    if (isTooDamaged(letters)) throw new ExtractionError('pdf_letters_unknown')
    const scans = scanned.length === 0 ? null : await readScans(bytes, pages, scanned, recognition)
    if (pages.every((page) => page.items.length === 0))
      throw new ExtractionError(pictures.any ? 'pdf_of_images' : 'file_empty')
    const { blocks, runningLines, notes, lineNumbers } = layOut(
      pages.flatMap((page) => (page.turned ? [page, page.turned] : [page])),
    )
    const info = await metadata(pdf)
    return {
      paragraphs: joinParagraphs(blocks),
      pageCount: pdf.numPages,
      facts: [
        ...info.facts,
        ...originFacts(info.programs),
        ...pdfHistoryFacts(bytes, pages, info.programs),
        ...hidden.facts(),
        { kind: 'covered-text', name: 'under-pictures', value: null, count: covered },
        { kind: 'recognised-text', name: 'pages', value: null, count: recognised },
        ...(scans?.facts ?? []),
        { kind: 'left-out', name: 'headers-and-footers', value: null, count: runningLines },
        { kind: 'left-out', name: 'notes', value: null, count: notes },
        { kind: 'left-out', name: 'line-numbers', value: null, count: lineNumbers },
        { kind: 'left-out', name: 'slanted-text', value: null, count: slanted },
        { kind: 'left-out', name: 'unknown-letters', value: null, count: letters.damaged },
      ],
    }
  } catch (cause) {
    if (cause instanceof ExtractionError || cause instanceof ScannedPagesError) throw cause
    throw new ExtractionError('file_damaged', {}, { cause })
  } finally {
    await pdf.destroy()
  }
}

interface PagesRead {
  pages: Page[]
  hidden: HiddenText
  /** Pages whose text was recognised from a scan. */
  recognised: number
  slanted: number
  /** Words under pictures. */
  covered: number
  /** What became of the letters of its words. */
  letters: WordCounts
  /** Numbers of the pages that are pictures without any text. */
  scanned: number[]
}

async function readPages(pdf: PdfDocument, scanned: boolean, limits: ExtractionLimits): Promise<PagesRead> {
  const read: PagesRead = {
    pages: [],
    hidden: new HiddenText(),
    recognised: 0,
    slanted: 0,
    covered: 0,
    letters: { words: 0, damaged: 0 },
    scanned: [],
  }
  const offPage: string[] = []
  let characters = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const painted = await readPaintedText(await page.getOperatorList(), (font) =>
      scaleOf(page.commonObjs, font),
    )
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const paper = { left, bottom, right, top }
    const visible = visibleItemsOf(painted, paper, scanned ? paper : null, read.hidden)
    characters += visible.items.reduce((sum, item) => sum + item.str.length, 0)
    if (characters > limits.characters) throw new ExtractionError('content_too_large')
    const damage = countDamaged(painted.items)
    read.letters.words += damage.words
    read.letters.damaged += damage.damaged
    const placed = placeItems(visible.items, page.getViewport({ scale: 1 }))
    read.pages.push(placed.page)
    offPage.push(...visible.offPage)
    if (visible.scanned) read.scanned.push(number)
    if (visible.recognised) read.recognised++
    else read.covered += coveredWords(painted, paper)
    read.slanted += placed.slanted
    page.cleanup()
  }
  for (const text of withoutSeen(offPage, read.pages)) read.hidden.add('off-page', `${text} `)
  return read
}

/** The texts that stand on no page: a page of a double page holds what its neighbour shows. */
function withoutSeen(texts: string[], pages: Page[]): string[] {
  if (texts.length === 0) return []
  const bare = (text: string) => text.replace(/\s+/g, '')
  const seen = bare(
    pages
      .flatMap((page) => [page, page.turned ?? { items: [] }])
      .map(({ items }) => items.map(({ text }) => text).join(''))
      .join('\n'),
  )
  return texts.filter((text) => !seen.includes(bare(text)))
}

/** Units of letters to the font size that fonts are usually drawn with. */
const usualUnits = { from: 600, to: 2_500 }

function scaleOf(fonts: PdfObjects, name: string): FontScale {
  const font: unknown = fonts.has(name) ? fonts.get(name) : null
  const has = (property: string) =>
    typeof font === 'object' && font !== null && Reflect.get(font, property) === true
  const isDrawn = typeof font === 'object' && font !== null && has('isType3Font')
  if (!isDrawn)
    return { width: 0.001, height: 1, encoding: null, isOwn: font !== null && !has('missingFile') }
  const [width, , , up] = toMatrix(Reflect.get(font, 'fontMatrix'))
  const units = 1 / Math.abs(up)
  const glyphs: unknown = Reflect.get(font, 'charProcOperatorList')
  const encoding = bitmapEncoding(typeof glyphs === 'object' && glyphs !== null ? Object.keys(glyphs) : [])
  if (!Number.isFinite(units) || (units >= usualUnits.from && units <= usualUnits.to))
    return { width, height: 1, encoding, isOwn: true }
  // Bitmaps, as older LaTeX draws letters with: dots of a printer, and a size that says nothing.
  const [, bottom, , top] = toMatrix(Reflect.get(font, 'bbox'))
  return { width, height: (top > bottom + 1 ? top - bottom : 1_000) / units, encoding, isOwn: true }
}

async function metadata(pdf: PdfDocument): Promise<{ facts: Reading['facts']; programs: string[] }> {
  const { info } = await pdf.getMetadata()
  const value = (name: string): string => {
    const found: unknown = Reflect.get(info, name)
    return typeof found === 'string' ? found : ''
  }
  const programs = [...new Set([value('Creator'), value('Producer')])].filter((program) => program !== '')
  const facts = metadataFacts({
    author: value('Author'),
    title: value('Title'),
    producer: programs.join(', '),
    created: value('CreationDate'),
    modified: value('ModDate'),
  })
  return { facts, programs }
}
