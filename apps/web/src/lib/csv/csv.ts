import { csvLine, csvMark } from '@penmark/contract'

type Rows = readonly (readonly (string | number | null)[])[]

/** These rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets recognise UTF-8. Formulas are neutralised. */
export function csvText(rows: Rows): string {
  return csvMark + rows.map((row) => csvLine(row)).join('')
}

export function csvOf(rows: Rows): Blob {
  return new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' })
}
