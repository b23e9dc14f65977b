import { csvLine, csvMark } from '@penmark/contract'

type Rows = readonly (readonly (string | number | null)[])[]
type Separator = ',' | ';'

/**
 * What spreadsheets in this language expect between the values: a French one would show a file with commas as
 * a single column.
 */
export function separatorOf(language: string): Separator {
  return language === 'fr-FR' ? ';' : ','
}

/**
 * These rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets recognise UTF-8. Formulas are
 * neutralised.
 */
export function csvText(rows: Rows, separator: Separator = ','): string {
  return csvMark + rows.map((row) => csvLine(row, separator)).join('')
}

export function csvFile(rows: Rows, separator: Separator = ','): Blob {
  return new Blob([csvText(rows, separator)], { type: 'text/csv;charset=utf-8' })
}
