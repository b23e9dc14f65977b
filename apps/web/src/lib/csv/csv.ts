/** What a spreadsheet would run as a formula, or would with what stands before it. */
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** A value as a spreadsheet may open it: an apostrophe before what could be a formula makes it text. Numbers stay numbers. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",;\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A CSV file (RFC 4180) of these rows, in UTF-8 with the mark by which spreadsheets know it. Formulas are made harmless. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): Blob {
  const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' })
}
