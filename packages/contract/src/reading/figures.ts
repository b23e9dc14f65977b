import { scorePercent } from '../score.ts'

/** Writes numbers and dates as the reader's language does, times in the given zone or else the reader's. Scores and rates are fractions 0…1. */
export function makeFigures(language: string, timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const one = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const rounded = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const significant = new Intl.NumberFormat(language, { style: 'percent', minimumSignificantDigits: 2, maximumSignificantDigits: 2 })
  const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const count = new Intl.NumberFormat(language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', ...zone })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', ...zone })
  return {
    /** One decimal: `82.4%`. */
    score: (score: number) => one.format(scorePercent(score) / 100),
    /** No decimal: `82%`. */
    share: (share: number) => rounded.format(share),
    /** Two significant digits: `1.0%`, `0.040%`. */
    rate: (rate: number) => significant.format(rate),
    /** One decimal, of a sum of log-odds. */
    weight: (weight: number) => decimal.format(weight),
    count: (value: number) => count.format(value),
    day: (time: string) => day.format(new Date(time)),
    moment: (time: string) => moment.format(new Date(time)),
  }
}

export type Figures = ReturnType<typeof makeFigures>
