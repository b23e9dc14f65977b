import { lineOf } from './paragraphs.ts'
import type { Block, Page, Row, TextItem } from './reader/page.ts'

export interface PageRows {
  page: Page
  rows: Row[]
}

const pageNumber =
  /^[-–—[(\s]*(?:(?:page|p\.|seite|página)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[-–—\])\s]*$/i
/** Rows at the top and bottom of a page in which to look for running headers and footers. */
const outerRows = 3
/**
 * From so many pages on, a line on just two of them is no running line: titles go on from one slide to the
 * next.
 */
const longDocument = 8
/**
 * Lines in letters so much larger than the text's are titles, unless they stand on this share of the pages.
 */
const titles = { larger: 1.2, mostPages: 0.5 }
/** Fraction of the page's height above which a one-off header is recognised. */
const headerZone = 0.915

/**
 * Rows repeated by the program: running headers and footers, and page numbers. `bodyHeight` is the font size
 * of most of the text.
 */
export function findRunningRows(pages: PageRows[], bodyHeight: number): Set<Row> {
  const pagesByKey = new Map<string, number>()
  const keys = new Map<Row, string[]>()
  for (const { rows } of pages) {
    const outer = new Set([...rows.slice(0, outerRows), ...rows.slice(-outerRows)])
    const onThisPage = new Set<string>()
    for (const row of outer) {
      const rowKeys = keysOf(row)
      keys.set(row, rowKeys)
      for (const key of rowKeys) onThisPage.add(key)
    }
    for (const key of onThisPage) pagesByKey.set(key, (pagesByKey.get(key) ?? 0) + 1)
  }
  const minPages = pages.length >= longDocument ? 3 : 2
  const repeated = (row: Row) => {
    const isTitle = row.height > bodyHeight * titles.larger
    const least = isTitle ? Math.max(minPages, pages.length * titles.mostPages) : minPages
    return keys.get(row)?.some((key) => (pagesByKey.get(key) ?? 0) >= least) ?? false
  }

  const running = new Set<Row>()
  for (const { page, rows } of pages) {
    // From the edge inwards: only other running lines may lie between a running line and the edge.
    for (const order of [rows.slice(0, outerRows), rows.slice(-outerRows).reverse()]) {
      for (const row of order) {
        const outermost = row === order[0] || running.has(order[order.indexOf(row) - 1] ?? row)
        if (outermost && (repeated(row) || isNumbered(row, order[order.indexOf(row) + 1]))) running.add(row)
        else break
      }
    }
    const [first, second] = rows
    if (first && second && !running.has(first) && standsAlone(page, first, second)) running.add(first)
  }
  return running
}

function textOf(row: Row): string {
  return lineOf(row).text.replace(/\s+/g, ' ').trim()
}

/** A running line repeats on several pages, apart from its numbers, at about the same height. */
function keysOf(row: Row): string[] {
  const text = textOf(row).replace(/\d+|\b[ivxlc]+\b/g, '#')
  const height = Math.round(row.y / 4)
  return [`${height} ${text}`, `${height + 1} ${text}`]
}

/** A page number, alone or well apart from a running title, and not in a column of numbers with the row beside it. */
function isNumbered(row: Row, inner: Row | undefined): boolean {
  if (pageNumber.test(textOf(row))) return true
  const [first, second] = row.items
  const [secondLast, last] = row.items.slice(-2)
  if (!first || !second || !secondLast || !last) return false
  const apart = (left: TextItem, right: TextItem) => right.x - (left.x + left.width) > row.height * 4
  const isAlone = (number: TextItem) =>
    pageNumber.test(number.text) &&
    !inner?.items.some(({ text, x }) => pageNumber.test(text) && Math.abs(x - number.x) < row.height)
  return (apart(secondLast, last) && isAlone(last)) || (apart(first, second) && isAlone(first))
}

/**
 * A header on a single page: short, near the top, apart from the text and not a sentence. Slides and figures,
 * wider than high, have none.
 */
function standsAlone(page: Page, first: Row, second: Row): boolean {
  if (page.width > page.height) return false
  const text = textOf(first)
  const apart = first.y - second.y > second.height * 2
  return (
    first.y > page.height * headerZone &&
    apart &&
    first.height <= second.height &&
    text.split(' ').length <= 12 &&
    !/[.!?]$/.test(text)
  )
}

const noteStart = /^\s*(\d{1,3}|[*†‡])/
const listHeading =
  /^(?:\d{1,2}\.? ?)?(?:references|bibliography|works cited|literature|sources|références|bibliographie):?$/i

/**
 * Removes footnotes from a column: smaller lines at its end, from the first on that begins with a mark which
 * a word of the page bears. Returns how many. Other small print, such as a list of references or a
 * questionnaire, is text.
 */
export function cutNotes(block: Block, page: Page, bodyHeight: number, marks: ReadonlySet<string>): number {
  if (marks.size === 0) return 0
  let start = block.length
  for (let at = block.length - 1; at >= 0; at--) {
    const line = block[at]
    if (
      !line ||
      line.height > bodyHeight * 0.92 ||
      line.y > page.height * 0.65 ||
      listHeading.test(line.text.trim())
    )
      break
    start = at
  }
  const markOf = (at: number) => noteStart.exec(block[at]?.text ?? '')?.[1]
  while (start < block.length && markOf(start) === undefined) start++
  if (!marks.has(markOf(start) ?? '') || listHeading.test(block[start - 1]?.text.trim() ?? '')) return 0
  return block.splice(start).length
}
