import { joinLines } from '../extraction/hyphens.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { withSaraAm } from './accents.ts'
import type { Block, Line, Row, TextItem } from './reader/page.ts'

/** Layout of a block, used to find where its paragraphs begin. */
interface Shape {
  left: number
  right: number
  /** Usual distance between baselines. */
  leading: number
  /** Whether most lines reach the right edge, so that a shorter one ends a paragraph. */
  justified: boolean
}

const bullet = /^\s*[•◦▪‣●○■\uf0b7]\s*/u
const sentenceEnd = /[.!?:"”’»)\]]\s*$/

/** Joins lines into paragraphs, across columns and pages too. */
export function joinParagraphs(blocks: Block[]): string[] {
  const shapes = shapesOf(blocks)
  const paragraphs: Line[][] = []
  let previous: { line: Line; shape: Shape } | null = null
  blocks.forEach((block, number) => {
    const shape = shapes[number]
    if (!shape) return
    block.forEach((line, nth) => {
      const open = paragraphs.at(-1)
      if (!open || !previous || begins(line, shape, previous, block.slice(Math.max(0, nth - 2), nth)))
        paragraphs.push([line])
      else open.push(line)
      previous = { line, shape }
    })
  })
  const texts = joinLines(paragraphs.map((lines) => lines.map((line) => line.text)))
  return texts
    .map((text) => cleanParagraph(withSaraAm(text.replace(bullet, ''))))
    .filter((text) => text !== '')
}

/**
 * Whether a line begins a paragraph. `above` holds up to two lines above it in the same block, the nearest
 * last.
 */
function begins(line: Line, shape: Shape, previous: { line: Line; shape: Shape }, above: Line[]): boolean {
  if (bullet.test(line.text)) return true
  if (Math.abs(line.height - previous.line.height) > 1.2) return true
  if (/\p{L}[-\u00ad\u2010]\s*$/u.test(previous.line.text) && /^\p{Ll}/u.test(line.text)) return false
  if (nextWordWouldFit(line, previous.line, previous.shape)) return true
  const ended = sentenceEnd.test(previous.line.text)
  const step = line.height * 0.6
  const nearest = above.at(-1)
  if (!nearest) return ended && isIndent(line.x - shape.left, line)
  const gap = nearest.y - line.y
  if (gap > shape.leading * 1.3 || (ended && gap > shape.leading * 1.12)) return true
  if (isIndent(line.x - nearest.x, line) && !bullet.test(nearest.text))
    return ended || gap > shape.leading * 1.1
  const [further] = above
  const wasInset =
    further !== nearest &&
    further !== undefined &&
    Math.abs(further.x - nearest.x) < 2 &&
    isIndent(nearest.x - shape.left, line)
  return wasInset && ended && nearest.x - line.x > step
}

function isIndent(distance: number, line: Line): boolean {
  return distance > line.height * 0.6 && distance < line.height * 5
}

/** True if the line above ended although the next word would have fitted. */
function nextWordWouldFit(line: Line, above: Line, shape: Shape): boolean {
  const word = line.text.trim().split(/\s/, 1)[0] ?? ''
  // A word of wide letters can be a tenth wider than the line's average suggests.
  const wordWidth = (1.1 * (line.end - line.x) * word.length) / Math.max(1, line.text.trim().length)
  const after = shape.right - above.end
  if (shape.justified && sentenceEnd.test(above.text) && after > above.height * 0.8) return true
  const before = above.x - shape.left
  const centred = before > above.height && Math.abs(after - before) < above.height * 0.5
  const slack = sentenceEnd.test(above.text) ? 1 : /^\p{Ll}/u.test(word) ? 3 : 1.5
  return (centred ? after * 2 : after) > wordWidth + above.height * slack
}

function shapesOf(blocks: Block[]): Shape[] {
  const usual = quantile(blocks.flatMap(gapsOf), 0.4, 14)
  const shapes = blocks.map((block) => {
    const gaps = gapsOf(block)
    const ends = block.map((line) => line.end)
    const right = quantile(ends, 0.97, 0)
    return {
      left: quantile(
        block.map((line) => line.x),
        0.15,
        0,
      ),
      right,
      justified: ends.length >= 5 && ends.filter((end) => right - end < 2).length > ends.length * 0.5,
      leading: gaps.length >= 8 ? quantile(gaps, 0.4, usual) : usual,
    }
  })
  return shapes.map((shape, nth) => {
    const alike = [shapes[nth - 1], shapes[nth + 1]].filter(
      (other) => other !== undefined && Math.abs(other.left - shape.left) < 15,
    )
    const short = (blocks[nth]?.length ?? 0) < 5
    return short
      ? { ...shape, right: Math.max(shape.right, ...alike.map((other) => other?.right ?? 0)) }
      : shape
  })
}

function gapsOf(block: Block): number[] {
  return block.slice(1).map((line, nth) => (block[nth]?.y ?? line.y) - line.y)
}

function quantile(values: number[], share: number, otherwise: number): number {
  const ordered = values.sort((one, other) => one - other)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? otherwise
}

/** Fraction of the font size by which baselines may differ within a row. */
const baselineSlack = 0.4
/** Gap, in font sizes, that counts as a space if the file has none. */
const wordGap = 0.13
/** The same between two pieces of several letters: programs that draw words in pieces leave none inside them. */
const pieceGap = 0.1
/** The same in a row with so many such gaps whose words would otherwise have so many letters on average. */
const narrowGap = { gap: 0.05, times: 3, letters: 12 }
/** Gap, in font sizes, behind a space that was drawn: programs that count in whole pixels make it narrow. */
const drawnGap = 0.02

/**
 * A piece that begins so many font sizes before the end of what stands left of it is another text, such as a
 * shadow or one printed over it.
 */
const overlap = 1

/** Groups the items of a page, other than footnote marks, into rows from top to bottom. */
export function gatherRows(items: TextItem[], marks: ReadonlySet<TextItem>): Row[] {
  const ordered = items
    .filter((item) => !marks.has(item))
    .sort((one, other) => other.y - one.y || one.x - other.x)
  const rows: Row[] = []
  for (const item of ordered) {
    const row = rows.at(-1)
    if (row && Math.abs(row.y - item.y) < Math.max(row.height, item.height) * baselineSlack) {
      if (item.height > row.height) Object.assign(row, { y: item.y, height: item.height })
      row.items.push(item)
    } else rows.push({ y: item.y, height: item.height, items: [item] })
  }
  for (const row of rows) row.items.sort((one, other) => one.x - other.x)
  return rows
}

/** The line that a row, or one column's part of it, reads as. */
export function lineOf(row: Row): Line {
  const line: Line = { text: '', x: row.items[0]?.x ?? 0, end: Number.NEGATIVE_INFINITY, y: row.y, height: 0 }
  const hasLeader = row.items.filter(isDot).length >= minDots
  const between = letterGap(hasLeader ? row.items.filter((item) => !isDot(item)) : row.items)
  const isNarrow = between === 0 && hasNarrowGaps(row.items)
  let spacing = 0
  let last: TextItem | null = null
  for (const item of row.items) {
    const inPieces = last !== null && !isLetter(last) && !isLetter(item)
    const usual = item.followsSpace ? 0 : Math.max(spacing, inPieces ? 0 : between)
    const gap = item.x - line.end - usual
    const least = isNarrow ? narrowGap.gap : item.followsSpace ? drawnGap : inPieces ? pieceGap : wordGap
    // A sign that is taller than the words of its row says nothing of the gaps between them.
    const height = Math.max(last?.height ?? 0, item.height)
    const isInLeader = hasLeader && last !== null && isDot(last) && isDot(item)
    const apart = !isInLeader && (gap > height * least || gap < -height * overlap)
    line.text += (line.text !== '' && apart ? ' ' : '') + item.text
    line.end = Math.max(line.end, item.x + item.width)
    line.height = Math.max(line.height, item.height)
    spacing = item.spacing ?? 0
    last = item
  }
  return line
}

/** So many dots that are drawn one by one lead to the number of a page. */
const minDots = 6
const isDot = ({ text }: TextItem) => text.trim() === '.'

const isLetter = ({ text }: TextItem) => text.trim().length === 1

/**
 * Whether a row would have words of so many letters on average with the usual gaps. Scripts without spaces
 * have none to look for.
 */
function hasNarrowGaps(items: TextItem[]): boolean {
  let letters = 0
  let words = 1
  let narrow = 0
  for (const [nth, item] of items.entries()) {
    const before = items[nth - 1]
    if (/\p{Lo}/u.test(item.text) || (item.spacing ?? 0) > 0) return false
    letters += item.text.length
    words += item.text.trim().split(/\s+/).length - 1
    if (!before) continue
    const gap = (item.x - before.x - before.width) / Math.max(item.height, before.height)
    if (item.followsSpace || gap > wordGap) words++
    else if (gap > narrowGap.gap) narrow++
  }
  return narrow >= narrowGap.times && letters >= words * narrowGap.letters
}

/** A row with so many pieces, and this share of single letters among them, was drawn letter by letter. */
const minLetters = 8
const minLetterShare = 0.7

/**
 * The usual gap between the letters of a row that was drawn letter by letter, with the letters set apart;
 * otherwise 0.
 */
function letterGap(items: TextItem[]): number {
  if (items.length < minLetters) return 0
  const gaps: number[] = []
  let letters = 0
  items.forEach((item, nth) => {
    const previous = items[nth - 1]
    if (!isLetter(item)) return
    letters++
    if (previous && isLetter(previous) && !item.followsSpace) gaps.push(item.x - previous.x - previous.width)
  })
  if (letters < items.length * minLetterShare) return 0
  // Fewer than half of the gaps lie between words.
  return Math.max(0, quantile(gaps, 0.4, 0))
}

/** Superscript figures directly after a word. */
export function noteMarks(items: TextItem[]): Set<TextItem> {
  const band = (y: number) => Math.round(y / 24)
  const candidates = items.filter((item) => /^(?:\d{1,3}|[*†‡])$/.test(item.text.trim()))
  const marks = new Set<TextItem>()
  if (candidates.length === 0) return marks
  const byBand = new Map<number, TextItem[]>()
  for (const item of items) {
    const others = byBand.get(band(item.y))
    if (others) others.push(item)
    else byBand.set(band(item.y), [item])
  }
  for (const mark of candidates) {
    const near = [-1, 0, 1].flatMap((step) => byBand.get(band(mark.y) + step) ?? [])
    const raisedOver = near.some((word) => {
      const rise = mark.y - word.y
      const gap = mark.x - (word.x + word.width)
      return (
        mark.height < word.height * 0.8 &&
        rise > word.height * 0.1 &&
        rise < word.height * 0.8 &&
        Math.abs(gap) < word.height * 0.4
      )
    })
    if (raisedOver) marks.add(mark)
  }
  return marks
}
