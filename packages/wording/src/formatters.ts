import { scorePercent } from '@penmark/contract'
import { writeDate } from './write-date.ts'

/** Beyond these percentages a score is not written out, because it would suggest false certainty. */
export const scoreExtremes = { under: 1, over: 99 } as const

export interface FormatterOptions {
  /** IANA name; by default times are in the reader's zone. */
  timeZone?: string
  /** The words for an extreme score: "over 99%". */
  words: { over(share: string): string; under(share: string): string }
}

/** Formats numbers and dates in the reader's language. Scores and rates are fractions 0…1. */
export function createFormatters(language: string, { timeZone, words }: FormatterOptions) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const oneDecimal = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const rounded = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const significant = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumSignificantDigits: 2,
    maximumSignificantDigits: 2,
  })
  const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const hundredths = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const signed = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const fine = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  const count = new Intl.NumberFormat(language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', ...zone })
  const shortDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...zone })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', ...zone })
  const share = (value: number) => rounded.format(value)
  const [under, over] = [share(scoreExtremes.under / 100), share(scoreExtremes.over / 100)]
  return {
    /** One decimal, `82.4%`; at the ends of the scale `over 99%` and `under 1%`. */
    score: (score: number) => {
      const percent = scorePercent(score)
      if (percent > scoreExtremes.over) return words.over(over)
      return percent < scoreExtremes.under ? words.under(under) : oneDecimal.format(percent / 100)
    },
    /** One decimal for any value: `0.9%`. For bounds and rates, which say nothing about one text. */
    bound: (value: number) => oneDecimal.format(value),
    /** No decimal: `82%`. */
    share,
    /** Two significant digits: `1.0%`, `0.040%`. */
    rate: (rate: number) => significant.format(rate),
    /** One decimal, for a measure of style. */
    decimal: (value: number) => decimal.format(value),
    /** Two decimals, for a distance between styles. */
    hundredths: (value: number) => hundredths.format(value),
    /** One decimal with its sign, for a sum of log-odds. */
    weight: (weight: number) => signed.format(weight),
    /** Two decimals with the sign, for the small log-odds of a phrase. */
    fineWeight: (weight: number) => fine.format(weight),
    count: (value: number) => count.format(value),
    day: (time: string) => writeDate(day, new Date(time)),
    shortDay: (time: string) => writeDate(shortDay, new Date(time)),
    moment: (time: string) => writeDate(moment, new Date(time)),
  }
}

export type Formatters = ReturnType<typeof createFormatters>
