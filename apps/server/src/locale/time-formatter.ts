/** Formats times as `2026-11-21 12:30`, which spreadsheets recognise in every language. */
export function timeFormatter(zone: string | undefined): (iso: string) => string {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  const format = () => new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: zone ?? 'UTC' })
  try {
    const inZone = format()
    return (iso) => inZone.format(new Date(iso))
  } catch {
    // The time zone is unknown.
    const utc = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' })
    return (iso) => utc.format(new Date(iso))
  }
}
