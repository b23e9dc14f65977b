const minuteMs = 60_000
const units = [
  { unit: 'days', ms: 24 * 60 * minuteMs },
  { unit: 'hours', ms: 60 * minuteMs },
  { unit: 'minutes', ms: minuteMs },
] as const

/** How long after the due date a text was handed in, in its largest whole unit; null for one in time, or not handed in. */
export function latenessOf(handed_in_at: string | null, due_at: string | null) {
  if (handed_in_at === null || due_at === null) return null
  const late = Date.parse(handed_in_at) - Date.parse(due_at)
  if (late <= 0) return null
  const { unit, ms } = units.find((each) => late >= each.ms) ?? units[2]
  return { unit, count: Math.max(1, Math.floor(late / ms)) }
}
