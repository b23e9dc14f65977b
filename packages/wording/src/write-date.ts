/** Formats a date. French writes the first of a month as an ordinal, `1er janvier`, which `Intl` does not. */
export function writeDate(format: Intl.DateTimeFormat, date: Date): string {
  if (!format.resolvedOptions().locale.startsWith('fr')) return format.format(date)
  const parts = format.formatToParts(date)
  const namesMonth = parts.some(({ type, value }) => type === 'month' && /\p{L}/u.test(value))
  return parts
    .map(({ type, value }) => (type === 'day' && value === '1' && namesMonth ? '1er' : value))
    .join('')
}
