import { csvLine, csvMark } from '@penmark/contract'

type Rows = readonly (readonly (string | number | null)[])[]

/** CSV (RFC 4180) of these rows, with the mark by which spreadsheets know UTF-8. Formulas are made harmless. */
export function csvText(rows: Rows): string {
  return csvMark + rows.map((row) => csvLine(row)).join('')
}

export function csvOf(rows: Rows): Blob {
  return new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' })
}
