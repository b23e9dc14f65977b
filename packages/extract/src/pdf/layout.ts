import { partColumns } from './columns.ts'
import { cutNotes, findRunningRows } from './furniture.ts'
import type { Block, Page, Row } from './page.ts'
import { gatherRows } from './rows.ts'

export interface Layout {
  /** In reading order, without headers and footers. */
  blocks: Block[]
  /** Rows left out as running headers, footers or page numbers. */
  runningLines: number
  /** Footnote lines left out. */
  notes: number
}

export function layOut(pages: Page[]): Layout {
  const bodyHeight = commonHeight(pages)
  const withRows = pages.map((page) => ({ page, rows: gatherRows(page.items) }))
  const found = findRunningRows(withRows)
  // A document of nothing but repeated lines is unusual, but not empty.
  const running = withRows.every(({ rows }) => rows.every((row) => found.has(row))) ? new Set<Row>() : found
  let notes = 0
  const blocks = withRows.flatMap(({ page, rows }) => {
    const columns = partColumns(rows.filter((row) => !running.has(row)))
    for (const block of columns) notes += cutNotes(block, page, bodyHeight)
    return columns.filter((block) => block.length > 0)
  })
  return { blocks, runningLines: running.size, notes }
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
