import type { Line, Row, TextItem } from './page.ts'

/** Fraction of the font size by which baselines may differ within a row. */
const baselineSlack = 0.4
/** Gap, in font sizes, that counts as a space if the file has none. */
const wordGap = 0.13

/** Groups the items of a page into rows from top to bottom. Footnote marks are left out. */
export function gatherRows(items: TextItem[]): Row[] {
  const marks = noteMarks(items)
  const ordered = items.filter((item) => !marks.has(item)).sort((one, other) => other.y - one.y || one.x - other.x)
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
  for (const item of row.items) {
    const gap = item.x - line.end
    line.text += (line.text !== '' && gap > Math.max(line.height, item.height) * wordGap ? ' ' : '') + item.text
    line.end = Math.max(line.end, item.x + item.width)
    line.height = Math.max(line.height, item.height)
  }
  return line
}

/** Superscript figures directly after a word. */
function noteMarks(items: TextItem[]): Set<TextItem> {
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
      return mark.height < word.height * 0.8 && rise > word.height * 0.1 && rise < word.height * 0.8 && Math.abs(gap) < word.height * 0.4
    })
    if (raisedOver) marks.add(mark)
  }
  return marks
}
