import type { ClassGroup, Student } from '@penmark/contract'
import { scoreExtremes, writeDate } from '@penmark/wording'
import type { i18n } from 'i18next'

type Localized = Pick<i18n, 'language'>

/** Creating an `Intl` formatter is expensive, and tables use one in every cell. */
function memoizeByLanguage<Format>(make: (language: string) => Format): (locale: Localized) => Format {
  const cache = new Map<string, Format>()
  return ({ language }) => {
    const known = cache.get(language)
    if (known) return known
    const format = make(language)
    cache.set(language, format)
    return format
  }
}

const timeFormat = memoizeByLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
const dayFormat = memoizeByLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const numberFormat = memoizeByLanguage((language) => new Intl.NumberFormat(language))
const shareFormat = memoizeByLanguage(
  (language) =>
    new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const wholeShareFormat = memoizeByLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent' }),
)

/** `21 Nov 2026, 12:30`, as the language writes it, in the browser's time zone. */
export function formatTime(locale: Localized, iso: string): string {
  return writeDate(timeFormat(locale), new Date(iso))
}

/** `21 Nov 2026`, in the browser's time zone. */
export function formatDate(locale: Localized, iso: string): string {
  return writeDate(dayFormat(locale), new Date(iso))
}

export function formatNumber(locale: Localized, value: number): string {
  return numberFormat(locale).format(value)
}

const mebibyte = 1_024 * 1_024

/** `340 kB`, `1.2 MB`, `60.9 GB`: in steps of 1,024, as a file manager counts. */
export function formatBytes({ language }: Localized, bytes: number): string {
  const kibibytes = bytes / 1_024
  const [value, unit] =
    bytes < mebibyte
      ? [bytes === 0 ? 0 : Math.max(1, Math.round(kibibytes)), 'kilobyte']
      : bytes < 1_024 * mebibyte
        ? [bytes / mebibyte, 'megabyte']
        : [bytes / mebibyte / 1_024, 'gigabyte']
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

/** `82.4%` for 0.824, as the language writes it; `N/A` for none. */
export function formatPercent(locale: Localized, share: number | null): string {
  return share === null ? 'N/A' : shareFormat(locale).format(share)
}

/** `94%`, as the language writes it. */
export function formatWholeShare(locale: Localized, share: number): string {
  return wholeShareFormat(locale).format(share)
}

/**
 * The score of a text: a share, but `>99%` and `<1%` at the ends, because a decimal there would claim a
 * certainty that the detector does not have.
 */
export function formatScore(locale: Localized, score: number | null): string {
  if (score === null) return formatPercent(locale, score)
  const end = (percent: number) => wholeShareFormat(locale).format(percent / 100)
  if (score > scoreExtremes.over / 100) return `>${end(scoreExtremes.over)}`
  return score < scoreExtremes.under / 100 ? `<${end(scoreExtremes.under)}` : formatPercent(locale, score)
}

export function studentName({ first_name, last_name }: Pick<Student, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** `Year 10 English (2026/27)`: class names repeat every year. */
export function className({
  class_name,
  academic_year,
}: Pick<ClassGroup, 'class_name' | 'academic_year'>): string {
  return academic_year ? `${class_name} (${academic_year})` : class_name
}
