import { scoreExtremes } from '@penmark/contract'
import type { i18n } from 'i18next'

type Spoken = Pick<i18n, 'language'>

/** Creating an `Intl` formatter is expensive, and tables use one in every cell. */
function remembered<Format>(make: (language: string) => Format): (spoken: Spoken) => Format {
  const made = new Map<string, Format>()
  return ({ language }) => {
    const known = made.get(language)
    if (known) return known
    const format = make(language)
    made.set(language, format)
    return format
  }
}

const timeFormat = remembered(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
)
const dayFormat = remembered((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }))
const numberFormat = remembered((language) => new Intl.NumberFormat(language))
const shareFormat = remembered(
  (language) => new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const wholeShareFormat = remembered((language) => new Intl.NumberFormat(language, { style: 'percent' }))

/** `21 Nov 2026, 12:30`, as the language writes it, in the browser's time zone. */
export function formatTime(spoken: Spoken, iso: string): string {
  return timeFormat(spoken).format(new Date(iso))
}

/** `21 Nov 2026`, in the browser's time zone. */
export function formatDate(spoken: Spoken, iso: string): string {
  return dayFormat(spoken).format(new Date(iso))
}

export function formatNumber(spoken: Spoken, value: number): string {
  return numberFormat(spoken).format(value)
}

const mebibyte = 1_024 * 1_024

/** `340 kB`, `1.2 MB`, `60.9 GB`: in steps of 1,024, as a file manager counts. */
export function formatBytes({ language }: Spoken, bytes: number): string {
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
export function formatPercent(spoken: Spoken, share: number | null): string {
  return share === null ? 'N/A' : shareFormat(spoken).format(share)
}

/** `94%`, as the language writes it. */
export function formatWholeShare(spoken: Spoken, share: number): string {
  return wholeShareFormat(spoken).format(share)
}

/** The score of a text: a share, but `>99%` and `<1%` at the ends, where a decimal would claim a certainty that nobody has. */
export function formatScore(spoken: Spoken, score: number | null): string {
  if (score === null) return formatPercent(spoken, score)
  const end = (percent: number) => wholeShareFormat(spoken).format(percent / 100)
  if (score > scoreExtremes.over / 100) return `>${end(scoreExtremes.over)}`
  return score < scoreExtremes.under / 100 ? `<${end(scoreExtremes.under)}` : formatPercent(spoken, score)
}
