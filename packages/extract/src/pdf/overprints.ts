import type { TextItem } from './reader/page.ts'

/** Text painted again counts as the same where it lies within these shares of its font size. */
const maxDrop = 0.25
const maxShift = 0.25
/** A repeated letter is drawn at least this share of its width further on. */
const maxShiftOfWidth = 0.3
const cell = 24
/** A piece is looked for in this many cells, and among this many pieces of a cell. */
const maxCells = 60
const maxInCell = 40

/** Leaves out what was painted twice in one place: programs make bold letters and shadows so. */
export function withoutOverprints(items: TextItem[]): TextItem[] {
  const cells = new Map<string, TextItem[]>()
  const dropped = new Set<TextItem>()
  for (const item of items) {
    const row = Math.floor(item.y / cell)
    const column = Math.floor(item.x / cell)
    const near = new Set<TextItem>()
    for (let at = row - 1; at <= row + 1; at++)
      for (const other of cells.get(`${at} ${column}`) ?? []) near.add(other)
    let isAgain = false
    for (const other of near) {
      if (dropped.has(other) || !liesOver(item, other)) continue
      if (isPartOf(item, other)) {
        isAgain = true
        break
      }
      if (isPartOf(other, item)) dropped.add(other)
    }
    if (isAgain) {
      dropped.add(item)
      continue
    }
    const columns = Math.min(maxCells, Math.ceil(item.width / cell) + 2)
    for (let at = column - 1; at < column - 1 + columns; at++) {
      const key = `${row} ${at}`
      const found = cells.get(key)
      if (!found) cells.set(key, [item])
      else if (found.length < maxInCell) found.push(item)
    }
  }
  return dropped.size === 0 ? items : items.filter((item) => !dropped.has(item))
}

function liesOver(one: TextItem, other: TextItem): boolean {
  const height = Math.min(one.height, other.height)
  return (
    Math.abs(one.y - other.y) <= height * maxDrop &&
    Math.abs(one.height - other.height) <= height * 0.1 &&
    one.x < other.x + other.width &&
    one.x + one.width > other.x
  )
}

/** Whether the text of a piece stands in the other one, at the place where it lies. */
function isPartOf(part: TextItem, whole: TextItem): boolean {
  const [text, all] = [part.text.trim(), whole.text.trim()]
  if (text === '' || text.length > all.length) return false
  if (text === all)
    return Math.abs(part.x - whole.x) <= Math.min(part.height * maxShift, part.width * maxShiftOfWidth)
  if (
    part.x < whole.x - part.height * maxShift ||
    part.x + part.width > whole.x + whole.width + part.height * maxShift
  )
    return false
  // Letters differ in width, so the place within the line is only known roughly.
  const expected = ((part.x - whole.x) / Math.max(1, whole.width)) * all.length
  const tolerance = 2 + all.length * 0.1
  const at = all.indexOf(text, Math.max(0, Math.floor(expected - tolerance)))
  return at >= 0 && at <= expected + tolerance && (text.length > 1 || Math.abs(at - expected) < 1)
}
