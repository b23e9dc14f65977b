import type { ResultTable } from './result-table.ts'

type Cell = ResultTable['rows'][number][number]

const whole = new Intl.NumberFormat('en-GB')

/** Counts in full; measured figures with three significant digits, as more would be false precision. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  return Number.isInteger(cell) ? whole.format(cell) : whole.format(Number(cell.toPrecision(3)))
}

const isOfNumbers = ({ rows }: Pick<ResultTable, 'rows'>, column: number) =>
  rows.length > 0 && rows.every((row) => typeof row[column] === 'number')

/** For a terminal: aligned columns, numbers on the right. */
export function plainTable(table: Pick<ResultTable, 'columns' | 'rows'>): string {
  const texts = [table.columns, ...table.rows.map((row) => row.map(cellText))]
  const widths = table.columns.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)))
  const lines = texts.map((row) =>
    widths.map((width, column) => {
      const text = row[column] ?? ''
      return isOfNumbers(table, column) ? text.padStart(width) : text.padEnd(width)
    }),
  )
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n')
}

/** For a cell of a Markdown table. */
export const escaped = (text: string) =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/** For a page. */
export function markdownTable(table: Pick<ResultTable, 'columns' | 'rows'>): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const marks = table.columns.map((_, column) => (isOfNumbers(table, column) ? '---:' : '---'))
  const body = table.rows.map((cells) => row(cells.map((cell) => escaped(cellText(cell)))))
  return [row(table.columns.map(escaped)), `|${marks.join('|')}|`, ...body].join('\n')
}
