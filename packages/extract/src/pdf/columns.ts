import { cutNotes, findRunningRows } from './headers-and-footnotes.ts'
import { lineNumbers } from './line-numbers.ts'
import { gatherRows, lineOf, noteMarks } from './paragraphs.ts'
import type { Block, Page, Row, TextItem } from './reader/page.ts'

interface Layout {
  /** In reading order, without headers and footers. */
  blocks: Block[]
  /** Rows left out as running headers, footers or page numbers. */
  runningLines: number
  /** Footnote lines left out. */
  notes: number
  /** Numbers of lines left out. */
  lineNumbers: number
}

export function layOut(pages: Page[]): Layout {
  const bodyHeight = commonHeight(pages)
  let numbers = 0
  const withRows = pages.map((page) => {
    const marks = noteMarks(page.items)
    const rows = gatherRows(page.items, marks)
    const numbering = lineNumbers(rows)
    numbers += numbering.size
    return {
      page,
      marks,
      rows: numbering.size === 0 ? rows : rows.flatMap((row) => withoutItems(row, numbering)),
    }
  })
  const found = findRunningRows(withRows, bodyHeight)
  // A document of nothing but repeated lines is unusual, but not empty.
  const running = withRows.every(({ rows }) => rows.every((row) => found.has(row))) ? new Set<Row>() : found
  let notes = 0
  const blocks = withRows.flatMap(({ page, rows, marks }) => {
    const marked = new Set([...marks].map((mark) => mark.text.trim()))
    const columns = splitColumns(rows.filter((row) => !running.has(row)))
    for (const block of columns) notes += cutNotes(block, page, bodyHeight, marked)
    return columns.filter((block) => block.length > 0)
  })
  return { blocks, runningLines: running.size, notes, lineNumbers: numbers }
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

/** How many rows must have text on both sides of a gap for it to count as the space between columns. */
const minRows = 4
/**
 * Width of that gap in font sizes; a typewriter's space is 0.6 wide, the narrowest space between columns 0.8.
 */
const columnGap = 0.8
/** Columns are not looked for inside a column narrower than this, in points. */
const minColumnWidth = 150

/**
 * Groups the rows of a page into blocks in reading order: full-width rows in place, columns one after the
 * other.
 */
function splitColumns(rows: Row[]): Block[] {
  const gutter = findGutter(rows)
  if (!gutter) return rows.length > 0 ? [rows.map(lineOf)] : []
  const blocks: Block[] = []
  let spanning: Row[] = []
  const flush = () => {
    if (spanning.length > 0) blocks.push(spanning.map(lineOf))
    spanning = []
  }
  for (let at = 0; at < rows.length; ) {
    const run = gutter.runs.find((candidate) => candidate[0] === rows[at])
    if (run) {
      flush()
      blocks.push(
        ...splitColumns(side(run, (item) => item.x < gutter.x)),
        ...splitColumns(side(run, (item) => item.x >= gutter.x)),
      )
      at += run.length
    } else {
      const row = rows[at++]
      if (row) spanning.push(row)
    }
  }
  flush()
  return blocks
}

function side(rows: Row[], belongs: (item: TextItem) => boolean): Row[] {
  return rows.flatMap((row) => rowOf(row.items.filter(belongs)))
}

function withoutItems(row: Row, removed: Set<TextItem>): Row[] {
  return row.items.some((item) => removed.has(item))
    ? rowOf(row.items.filter((item) => !removed.has(item)))
    : [row]
}

/** The row of some items; none if there are no items. */
function rowOf(items: TextItem[]): Row[] {
  const tallest = items.reduce<TextItem | null>(
    (found, item) => (found && found.height >= item.height ? found : item),
    null,
  )
  return tallest ? [{ y: tallest.y, height: tallest.height, items }] : []
}

interface Gutter {
  x: number
  /** Runs of neighbouring rows without text across `x`. */
  runs: Row[][]
}

function findGutter(rows: Row[]): Gutter | null {
  const left = rows.reduce(
    (least, row) => Math.min(least, row.items[0]?.x ?? least),
    Number.POSITIVE_INFINITY,
  )
  const right = rows.reduce(
    (most, row) => row.items.reduce((end, item) => Math.max(end, item.x + item.width), most),
    Number.NEGATIVE_INFINITY,
  )
  const width = right - left
  if (rows.length < minRows * 2 - 1 || !(width > minColumnWidth)) return null
  const spans = new Map(rows.map((row) => [row, spansOf(row)]))
  let best: Gutter | null = null
  let bestRows = 0
  for (let x = left + width * 0.25; x < left + width * 0.75; x += 2) {
    const runs = uncrossedRuns(rows, spans, x).filter((run) => {
      const before = run.filter((row) => (row.items[0]?.x ?? x) < x).length
      const after = run.filter((row) => (row.items.at(-1)?.x ?? x) >= x).length
      return before >= minRows && after >= minRows
    })
    const count = runs.reduce((sum, run) => sum + run.length, 0)
    if (count > bestRows) {
      best = { x, runs }
      bestRows = count
    }
  }
  return best
}

interface Span {
  from: number
  to: number
  /** Font size at its right end. */
  height: number
}

/** Segments of a row without a gap wide enough to separate columns. */
function spansOf(row: Row): Span[] {
  const spans: Span[] = []
  for (const item of row.items) {
    const last = spans.at(-1)
    if (last && item.x - last.to < Math.min(item.height, last.height) * columnGap) {
      last.to = Math.max(last.to, item.x + item.width)
      last.height = item.height
    } else spans.push({ from: item.x, to: item.x + item.width, height: item.height })
  }
  return spans
}

function uncrossedRuns(rows: Row[], spans: Map<Row, Span[]>, x: number): Row[][] {
  const runs: Row[][] = []
  let run: Row[] = []
  for (const row of rows) {
    if (spans.get(row)?.some((span) => span.from < x - 2 && span.to > x + 2)) {
      if (run.length > 0) runs.push(run)
      run = []
    } else run.push(row)
  }
  if (run.length > 0) runs.push(run)
  return runs
}
