import type { Line, Row, TextItem } from './page.ts'

/** Share of the font size by which baselines may differ on one row; superscripts stay within it. */
const baselineSlack = 0.4
/** Gap, in font sizes, that parts a row into columns. No word space is as wide, even in justified text. */
const columnGap = 1.4
/** Gap, in font sizes, that stands for a space where the file writes none. */
const wordGap = 0.13

/** Gathers the items of a page into rows from top to bottom, each parted at wide gaps. */
export function gatherRows(items: TextItem[]): Row[] {
  const ordered = [...items].sort((one, other) => other.y - one.y || one.x - other.x)
  const groups: { y: number; height: number; items: TextItem[] }[] = []
  for (const item of ordered) {
    const group = groups.at(-1)
    if (group && Math.abs(group.y - item.y) < Math.max(group.height, item.height) * baselineSlack) {
      if (item.height > group.height) Object.assign(group, { y: item.y, height: item.height })
      group.items.push(item)
    } else groups.push({ y: item.y, height: item.height, items: [item] })
  }
  return groups.map((group) => ({ y: group.y, height: group.height, lines: partRow(group.items, group.y) }))
}

function partRow(items: TextItem[], y: number): Line[] {
  const lines: Line[] = []
  for (const item of items.sort((one, other) => one.x - other.x)) {
    const line = lines.at(-1)
    const gap = line ? item.x - line.end : 0
    if (!line || gap > Math.max(8, line.height * columnGap)) {
      lines.push({ text: item.text, x: item.x, end: item.x + item.width, y, height: item.height })
      continue
    }
    if (isNoteMark(item, line)) {
      line.end = Math.max(line.end, item.x + item.width)
      continue
    }
    line.text += (gap > line.height * wordGap ? ' ' : '') + item.text
    line.end = Math.max(line.end, item.x + item.width)
    line.height = Math.max(line.height, item.height)
  }
  return lines
}

function isNoteMark(item: TextItem, line: Line): boolean {
  return item.height < line.height * 0.8 && item.y > line.y && /^(?:\d{1,3}|[*†‡])$/.test(item.text.trim())
}
