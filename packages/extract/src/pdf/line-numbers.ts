import type { Row, TextItem } from './reader/page.ts'

/** Steps in which writers number lines: each line, or every second, fourth, fifth or tenth. */
const steps = [1, 2, 3, 4, 5, 10]
/** A column of numbers is no longer than this many digits. */
const number = /^\d{1,4}$/
/** Numbers of a page, from which on they form a column. */
const minNumbers = 3
const minOfEachLine = 5
/**
 * Share of the numbers that must follow each other, and of the other text that must lie on one side of them.
 */
const minRegular = 0.75
const minOutside = 0.95
/** Points within which numbers of a column are aligned. */
const alignment = 3

/**
 * The numbers that a program puts beside lines, as papers on law and literature have them: a column of
 * figures outside the text that counts its lines. Numbered paragraphs, tables and lists do not count lines.
 */
export function lineNumbers(rows: Row[]): Set<TextItem> {
  const found = new Set<TextItem>()
  for (const edge of [firstOf, lastOf]) {
    const candidates = rows.flatMap((row, nth) => {
      const item = edge(row)
      return item && number.test(item.text.trim()) ? [{ item, nth, value: Number(item.text.trim()) }] : []
    })
    if (candidates.length < minNumbers) continue
    const byRight = aligned(candidates, ({ item }) => item.x + item.width)
    const byLeft = aligned(candidates, ({ item }) => item.x)
    const column = byLeft.length > byRight.length ? byLeft : byRight
    if (countsLines(column, rows) && isOutside(column, rows)) for (const { item } of column) found.add(item)
  }
  return found
}

interface Candidate {
  item: TextItem
  /** Row of the page. */
  nth: number
  value: number
}

const firstOf = (row: Row) => row.items[0]
const lastOf = (row: Row) => row.items.at(-1)

/** The candidates that stand under each other; the most frequent place decides. */
function aligned(candidates: Candidate[], place: (candidate: Candidate) => number): Candidate[] {
  const counts = new Map<number, number>()
  for (const candidate of candidates) {
    const at = Math.round(place(candidate) / alignment)
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  const [usual] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])
  return candidates.filter((candidate) => Math.abs(place(candidate) / alignment - usual) <= 1)
}

function countsLines(column: Candidate[], rows: Row[]): boolean {
  const pairs = column.slice(1).map((next, nth) => ({ previous: column[nth] ?? next, next }))
  const step = mostFrequent(pairs.map(({ previous, next }) => next.value - previous.value))
  if (!steps.includes(step) || column.length < (step === 1 ? minOfEachLine : minNumbers)) return false
  // Numbers printed beside the lines, at distances of their own: pleading paper.
  const isRuler = column.length >= 10 && column.every(({ nth }) => rows[nth]?.items.length === 1)
  const regular = pairs.filter(
    ({ previous, next }) =>
      next.value - previous.value === step && (isRuler || next.nth - previous.nth === step),
  )
  return regular.length >= pairs.length * minRegular
}

function mostFrequent(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0]
}

/** Whether the text of the page lies wholly beside the column. */
function isOutside(column: Candidate[], rows: Row[]): boolean {
  const numbers = new Set(column.map(({ item }) => item))
  const left = column.reduce((least, { item }) => Math.min(least, item.x), Number.POSITIVE_INFINITY)
  const right = column.reduce(
    (most, { item }) => Math.max(most, item.x + item.width),
    Number.NEGATIVE_INFINITY,
  )
  const others = rows.flatMap((row) => row.items.filter((item) => !numbers.has(item)))
  const after = others.filter((item) => item.x > right).length
  const before = others.filter((item) => item.x + item.width < left).length
  return others.length > 0 && Math.max(after, before) >= others.length * minOutside
}
