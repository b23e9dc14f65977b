/** The same day and time so many months later, in UTC; the last day of a shorter month stands for the missing one. */
export function monthsAfter(anchor: Date, months: number): Date {
  const later = new Date(anchor)
  later.setUTCDate(1)
  later.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return later
}
