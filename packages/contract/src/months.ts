/** The same day and time a number of months later, in UTC; clamped to the last day of a shorter month. */
export function monthsAfter(anchor: Date, months: number): Date {
  const later = new Date(anchor)
  later.setUTCDate(1)
  later.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return later
}
