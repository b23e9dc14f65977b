import type { i18n } from 'i18next'

type Spoken = Pick<i18n, 'language'>

/** `21 Nov 2026`, as the language writes it, in the browser's time zone. */
export function showDate({ language }: Spoken, iso: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(iso))
}

/** `21 Nov 2026, 12:30`, as the language writes it, in the browser's time zone. */
export function showTime({ language }: Spoken, iso: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  )
}

export function showNumber({ language }: Spoken, value: number): string {
  return new Intl.NumberFormat(language).format(value)
}

/** `340 kB`, `1.2 MB`: sizes as a file manager shows them. */
export function showBytes({ language }: Spoken, bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1_000)), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
