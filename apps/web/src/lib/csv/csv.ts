/** What a spreadsheet would run as a formula, or would with what stands before it. */
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** A value as a spreadsheet may open it: an apostrophe before what could be a formula makes it text. Numbers stay numbers. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",;\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

type Rows = readonly (readonly (string | number | null)[])[]

/** CSV (RFC 4180) of these rows, with the mark by which spreadsheets know UTF-8. Formulas are made harmless. */
export function csvText(rows: Rows): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

export function csvOf(rows: Rows): Blob {
  return new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' })
}
