import type { Page, Row } from './page.ts'

interface PageRows {
  page: Page
  rows: Row[]
}

export interface Furniture {
  rows: Row[][]
  /** Rows left out because they repeat at the edge of pages, or number them. */
  headersAndFooters: number
  /** Rows of notes at the foot of a page. */
  notes: number
}

/** Share of the page's height, at top and bottom, in which running lines are looked for. */
const edge = 0.12
const pageNumber = /^[-–—[(\s]*(?:(?:page|p\.|seite|página)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[-–—\])\s]*$/i

/** Takes out of every page what a program put there: running headers and footers, page numbers, and notes at the foot. */
export function removeFurniture(pages: PageRows[], bodyHeight: number): Furniture {
  const seen = countEdgeRows(pages)
  const result: Furniture = { rows: [], headersAndFooters: 0, notes: 0 }
  for (const { page, rows } of pages) {
    const running = new Set(rows.filter((row) => isRunning(page, row, rows, seen, pages.length)))
    const body = rows.filter((row) => !running.has(row))
    const firstNote = noteStart(body, page, bodyHeight)
    result.headersAndFooters += running.size
    result.notes += body.length - firstNote
    result.rows.push(body.slice(0, firstNote))
  }
  return result
}

function rowText(row: Row): string {
  return row.lines
    .map((line) => line.text)
    .join(' ')
    .trim()
}

/** The text of a running line is the same on every page but for its numbers. */
function pattern(row: Row): string {
  return rowText(row)
    .replace(/\d+|\b[ivxlc]+\b/g, '#')
    .replace(/\s+/g, ' ')
}

function atEdge(page: Page, row: Row): boolean {
  return row.y > page.height * (1 - edge) || row.y < page.height * edge
}

function countEdgeRows(pages: PageRows[]): Map<string, number> {
  const seen = new Map<string, number>()
  for (const { page, rows } of pages) {
    for (const text of new Set(rows.filter((row) => atEdge(page, row)).map(pattern))) seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  return seen
}

function isRunning(page: Page, row: Row, rows: Row[], seen: Map<string, number>, pages: number): boolean {
  if (!atEdge(page, row)) return false
  const outermost = row === rows[0] || row === rows.at(-1)
  if (outermost && pageNumber.test(rowText(row))) return true
  const repeats = seen.get(pattern(row)) ?? 0
  return pages > 1 && repeats >= Math.max(2, Math.min(3, pages * 0.4))
}

/** Index of the first row of the notes: the smaller rows that close the page, with at least a little air above. */
function noteStart(rows: Row[], page: Page, bodyHeight: number): number {
  let start = rows.length
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row || row.height > bodyHeight * 0.92 || row.y > page.height * 0.6) break
    start = at
  }
  const first = rows[start]
  const above = rows[start - 1]
  if (!first || (above && above.y - first.y < bodyHeight * 1.2)) return rows.length
  return /^\s*(?:\d{1,3}|[*†‡])/.test(rowText(first)) ? start : rows.length
}
