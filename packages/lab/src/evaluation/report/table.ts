import type { Rate } from '../figures.ts'
import { percent } from '../targets.ts'

type Cell = string | number

/** A table in markdown. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const rateRow = (rate: Rate): Cell[] => [
  rate.group,
  rate.n,
  rate.flagged,
  percent(rate.rate, 2),
  `${percent(rate.interval.low, 2)} – ${percent(rate.interval.high, 2)}`,
]

/** Shares of flagged texts, one group a line. */
export function rateTable(name: string, rates: readonly Rate[], nameOf: (group: string) => string = (group) => group): string {
  const rows = rates.map((rate) => rateRow({ ...rate, group: nameOf(rate.group) }))
  return table([name, 'texts', 'score ≥ 0.5', 'share', '95 % interval'], rows)
}
