import type { MonthTally } from '@penmark/contract'

/** How many months a plot shows; the table beside it has them all. */
const monthsShown = 12

const emptyMonth = { documents: 0, scored: 0, mean: null, flagged: 0 }

function monthAfter(month: string, by: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The last months without gaps, including those without uploads, so that time is drawn to scale. */
export function withoutGaps(months: readonly MonthTally[]): MonthTally[] {
  const last = months.at(-1)?.month
  if (last === undefined) return []
  const known = new Map(months.map((each) => [each.month, each]))
  const first = months[0]?.month ?? last
  return Array.from({ length: monthsShown }, (_, i) => monthAfter(last, i + 1 - monthsShown))
    .filter((month) => month >= first)
    .map((month) => known.get(month) ?? { month, ...emptyMonth })
}

/** `Nov 2026`, or `Nov` where space is short. */
export function showMonth(language: string, month: string, short = false): string {
  const form = short ? ({ month: 'short' } as const) : ({ month: 'short', year: 'numeric' } as const)
  return new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}
