import type { Line, Row } from './page.ts'

/** Rows that must have text on both sides of a gap before it counts as the space between columns. */
const fewestRows = 4

/** Puts the lines of a page into blocks in reading order: what spans the page as it comes, two columns one after the other. */
export function partColumns(rows: Row[], pageWidth: number): Line[][] {
  const gutter = findGutter(rows, pageWidth)
  const blocks: Line[][] = []
  let at = 0
  while (at < rows.length) {
    const run = gutter?.runs.find((candidate) => candidate[0] === rows[at])
    if (gutter && run) {
      const lines = run.flatMap((row) => row.lines)
      blocks.push(
        lines.filter((line) => line.x < gutter.x - 2),
        lines.filter((line) => line.x >= gutter.x - 2),
      )
      at += run.length
      continue
    }
    const block = blocks.at(-1)
    const open = block && at > 0 && !gutter?.runs.some((candidate) => candidate.at(-1) === rows[at - 1]) ? block : []
    if (open !== block) blocks.push(open)
    const row = rows[at++]
    if (row) open.push(...asOneLine(row))
  }
  return blocks.filter((block) => block.length > 0)
}

function asOneLine(row: Row): Line[] {
  const [first, ...others] = row.lines
  if (!first) return []
  const line = { ...first, height: row.height }
  for (const other of others) {
    line.text += ` ${other.text}`
    line.end = other.end
  }
  return [line]
}

interface Gutter {
  x: number
  /** Runs of neighbouring rows that no line crosses at `x`. */
  runs: Row[][]
}

function findGutter(rows: Row[], pageWidth: number): Gutter | null {
  let best: Gutter | null = null
  let bestRows = 0
  for (let x = pageWidth * 0.3; x < pageWidth * 0.7; x += 3) {
    const runs = uncrossedRuns(rows, x).filter((run) => run.filter((row) => standsOnBothSides(row, x)).length >= fewestRows)
    const count = runs.reduce((sum, run) => sum + run.length, 0)
    if (count > bestRows) {
      best = { x, runs }
      bestRows = count
    }
  }
  return best
}

function uncrossedRuns(rows: Row[], x: number): Row[][] {
  const runs: Row[][] = []
  let run: Row[] = []
  for (const row of rows) {
    if (row.lines.some((line) => line.x < x - 2 && line.end > x + 2)) {
      if (run.length > 0) runs.push(run)
      run = []
    } else run.push(row)
  }
  if (run.length > 0) runs.push(run)
  return runs
}

function standsOnBothSides(row: Row, x: number): boolean {
  return row.lines.some((line) => line.end <= x + 2) && row.lines.some((line) => line.x >= x - 2)
}
