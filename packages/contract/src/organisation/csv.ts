/** Text that a spreadsheet would run as a formula, including characters it skips before one. */
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",;\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const csvMark = '\uFEFF'

/**
 * One CSV line (RFC 4180) with its line ending. Text that a spreadsheet would run as a formula is prefixed
 * with an apostrophe; numbers are not.
 */
export function csvLine(cells: readonly (string | number | null)[], separator: ',' | ';' = ','): string {
  return `${cells.map(cell).join(separator)}\r\n`
}
