import { scoreExtremes } from '@penmark/contract'
import type { i18n } from 'i18next'

type Spoken = Pick<i18n, 'language'>

/** `21 Nov 2026, 12:30`, as the language writes it, in the browser's time zone. */
export function showTime({ language }: Spoken, iso: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  )
}

/** `21 Nov 2026`, in the browser's time zone. */
export function showDay({ language }: Spoken, iso: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(iso))
}

export function showNumber({ language }: Spoken, value: number): string {
  return new Intl.NumberFormat(language).format(value)
}

const mebibyte = 1_024 * 1_024

/** `340 kB`, `1.2 MB`: in steps of 1,024, as a file manager counts. */
export function showBytes({ language }: Spoken, bytes: number): string {
  const [value, unit] = bytes < mebibyte ? [Math.max(1, Math.round(bytes / 1_024)), 'kilobyte'] : [bytes / mebibyte, 'megabyte']
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

/** `82.4%` for 0.824, as the language writes it; `N/A` where there is none. */
export function showShare({ language }: Spoken, share: number | null): string {
  if (share === null) return 'N/A'
  return new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share)
}

/** The score of a text: a share, but `>99%` and `<1%` at the ends, where a decimal would claim a certainty that nobody has. */
export function showScore(spoken: Spoken, score: number | null): string {
  if (score === null) return showShare(spoken, score)
  const end = (percent: number) => new Intl.NumberFormat(spoken.language, { style: 'percent' }).format(percent / 100)
  if (score > scoreExtremes.over / 100) return `>${end(scoreExtremes.over)}`
  return score < scoreExtremes.under / 100 ? `<${end(scoreExtremes.under)}` : showShare(spoken, score)
}
