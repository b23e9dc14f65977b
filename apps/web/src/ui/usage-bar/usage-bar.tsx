import { Progress } from '@mantine/core'
import { usageBar } from '@penmark/contract'

interface UsageBarProps {
  /** Accessible name of the bar. */
  label: string
  used: number
  /** Null for unlimited, which has no share to show. */
  limit: number | null
}

/** Percent of the limit, at most 100; a limit of 0 is used up. */
function exactPercent(used: number, limit: number): number {
  return limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
}

/** The same as a whole number, for display. */
export function usedPercent(used: number, limit: number): number {
  return Math.round(exactPercent(used, limit))
}

/** Red above 90%, yellow above 70%. The share beside it says the same in a number. */
export function usageTone(used: number, limit: number): 'red' | 'yellow' | 'petrol' {
  const percent = exactPercent(used, limit)
  if (percent > usageBar.redAbovePercent) return 'red'
  return percent > usageBar.yellowAbovePercent ? 'yellow' : 'petrol'
}

const colourOf = { red: 'var(--red)', yellow: 'var(--amber)', petrol: 'petrol' } as const

export function UsageBar({ label, used, limit }: UsageBarProps) {
  if (limit === null) return null
  return (
    <Progress
      value={usedPercent(used, limit)}
      color={colourOf[usageTone(used, limit)]}
      aria-label={label}
      size="md"
    />
  )
}
