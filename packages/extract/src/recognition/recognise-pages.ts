import { ExtractionError } from '../extraction/extraction.ts'
import type { Page, TextItem } from '../pdf/reader/page.ts'
import { openPdf, type PdfObjects, type PdfPage } from '../pdf/reader/reader.ts'
import type { Engine, RecognisedLine } from './engine.ts'
import { flattenLighting } from './flatten-lighting.ts'
import { confidenceOf, type QuarterTurns, readUpright } from './orientation.ts'
import { drawPictures, type GreyImage } from './page-image.ts'
import { type Weakness, weaknessOf } from './weakness.ts'

export interface Recognition {
  loadEngine(): Promise<Engine>
  /** Called before each page is read: the number of the page and of all pages in the document. */
  onPage?(page: number, pages: number): void
}

/** A picture with more pixels is not decoded. An A4 page at 600 dots per inch has 35 million. */
const maxPicturePixels = 40_000_000
/** Pages to recognise in one document. */
export const maxScannedPages = 100
/** Processor time for one document, in seconds. */
const maxSeconds = 900

/**
 * Mean confidence below which a page counts as unreadable, 0…100. Above it, one word in ten at most was wrong
 * on rendered pages of known text. See docs/decisions/0059-text-recognition.md.
 */
export const minConfidence = 86

/** Reads the pages of these numbers, which are pictures, by text recognition. */
export async function recognisePages(
  bytes: Buffer,
  numbers: number[],
  recognition: Recognition,
): Promise<Map<number, PageText>> {
  if (numbers.length > maxScannedPages) {
    throw new ExtractionError('too_many_scanned_pages', { pages: numbers.length, most: maxScannedPages })
  }
  const engine = await recognition.loadEngine()
  const pdf = await openPdf(bytes, { maxImageSize: maxPicturePixels })
  const read = new Map<number, PageText>()
  let turns: QuarterTurns | null = null
  const startedAt = process.cpuUsage()
  try {
    for (const number of numbers) {
      recognition.onPage?.(number, pdf.numPages)
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: 1 })
      const operators = await page.getOperatorList()
      const drawn = await drawPictures({ operators, viewport, pictureNamed: (name) => decoded(page, name) })
      page.cleanup()
      if (drawn !== null) {
        flattenLighting(drawn.image)
        const upright = readUpright(engine, drawn.image, turns, minConfidence)
        const text = placeLines(upright.lines, upright.image, sizeOf(viewport, upright.turns))
        if (text.confidence >= minConfidence) turns = upright.turns
        read.set(number, {
          ...text,
          weakness: text.confidence >= minConfidence ? null : weaknessOf(drawn, text.words),
        })
      }
      const { user, system } = process.cpuUsage(startedAt)
      if ((user + system) / 1e6 > maxSeconds) throw new ExtractionError('file_too_slow')
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

const sizeOf = ({ width, height }: Size, turns: QuarterTurns): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

type Size = Pick<Page, 'width' | 'height'>

/** The text of a page in the direction in which it reads. */
interface PlacedText extends Size {
  /** One item for each line, straightened, so that the layout step can treat the page like a printed one. */
  items: TextItem[]
  words: number
  /** Mean over the words, 0…100; 0 without words. */
  confidence: number
  /**
   * How far the same letter strays from the line, as a share of the height of small letters; null if there
   * are too few.
   */
  baselineScatter: number | null
}

export interface PageText extends PlacedText {
  /**
   * Why the page reads badly, as far as its picture shows; null if it reads well, or if nothing is wrong with
   * the picture.
   */
  weakness: Weakness | null
}

/** Places recognised lines on a page of the given size in points. */
export function placeLines(lines: RecognisedLine[], image: GreyImage, page: Size): PlacedText {
  const scale = page.width / image.width
  const slope = slopeOf(lines)
  const usual = median(lines.map(({ height }) => height))
  const items = lines.map(({ words: ofLine, baseline, height }): TextItem => {
    // Rotated about the middle of the page by the angle at which the page lay in the scanner.
    const straight = (x: number, y: number) => {
      const [dx, dy] = [x - image.width / 2, y - image.height / 2]
      return { x: (dx + dy * slope) * scale + page.width / 2, y: page.height / 2 - (dy - dx * slope) * scale }
    }
    const start = straight(baseline.x0, baseline.y0)
    const end = straight(baseline.x1, baseline.y1)
    // The height of a line depends on its letters; lines of about the usual height are set in the same size.
    const size = height > usual * 0.75 && height < usual * 1.3 ? usual : height
    return {
      text: ofLine.map(({ text }) => text).join(' '),
      x: start.x,
      y: (start.y + end.y) / 2,
      width: end.x - start.x,
      height: size * scale,
    }
  })
  return {
    ...page,
    items,
    words: lines.reduce((sum, line) => sum + line.words.length, 0),
    confidence: confidenceOf(lines),
    baselineScatter: baselineScatterOf(lines),
  }
}

/** How steeply the lines fall, as a share of their length. */
function slopeOf(lines: RecognisedLine[]): number {
  let across = 0
  let down = 0
  for (const { baseline } of lines) {
    across += baseline.x1 - baseline.x0
    down += baseline.y1 - baseline.y0
  }
  return across > 0 ? down / across : 0
}

function median(values: readonly number[]): number {
  // Not `toSorted`: Node 20 lacks it while it makes the snapshot that children start from.
  const ordered = [...values].sort((one, other) => one - other)
  return ordered[Math.floor(ordered.length / 2)] ?? 0
}

/** Letters that stand on the line in every usual font. */
const standing = /^[abcdehiklmnorstuvwxzA-IK-PR-Z]$/
/** Of these, those without anything above. */
const small = /^[acemnorsuvwxz]$/
/** Letters on each side that show where the line is: the line of a curved page is straight over so few. */
const neighbours = 4
/** Occurrences that show how a letter stands. */
const minOccurrences = 5
/** Fewer letters say nothing. */
const minLetters = 100
/** Share of the letters to believe: specks beside a letter stretch its box. */
const trustedShare = 0.7
/** What the grid of pixels explains by itself, in pixels. */
const gridNoise = 0.2

/**
 * How far the same letter stands above or below the line from one time to the next, on average and as a share
 * of the height of small letters. A printer sets a letter at the same height each time, a hand does not. Null
 * if there are too few letters to tell.
 */
function baselineScatterOf(lines: readonly RecognisedLine[]): number | null {
  const offsets = new Map<string, number[]>()
  const heights: number[] = []
  for (const { words, baseline } of lines) {
    const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0)
    const letters = words.flatMap((word) => word.letters).filter(({ text }) => standing.test(text))
    const bottoms = letters.map(({ box }) => box.y1 - slope * (box.x0 + box.x1) * 0.5)
    for (const [nth, { text, box }] of letters.entries()) {
      if (small.test(text)) heights.push(box.y1 - box.y0)
      const around = bottoms.slice(Math.max(0, nth - neighbours), nth + neighbours + 1)
      if (around.length <= neighbours) continue
      const seen = offsets.get(text) ?? []
      seen.push((bottoms[nth] ?? 0) - median(around))
      offsets.set(text, seen)
    }
  }
  const strayed: number[] = []
  for (const seen of offsets.values()) {
    if (seen.length < minOccurrences) continue
    const usual = median(seen)
    strayed.push(...seen.map((offset) => Math.abs(offset - usual)))
  }
  const height = median(heights)
  if (strayed.length < minLetters || height <= 0) return null
  const steadiest = strayed
    .sort((one, other) => one - other)
    .slice(0, Math.ceil(strayed.length * trustedShare))
  const mean = steadiest.reduce((sum, each) => sum + each, 0) / steadiest.length
  return Math.max(0, mean - gridNoise) / height
}
