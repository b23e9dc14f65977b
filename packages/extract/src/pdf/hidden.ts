import type { HiddenText } from '../hidden-text.ts'
import type { DrawnItem } from './items.ts'
import type { PaintedItem } from './paint.ts'

/** Maximum share of visible text on a page whose rest was recognised from its scan. */
const paintedOnScans = 0.2

/** The visible items. Hidden ones go to `hidden`; text recognised from a scan is invisible but belongs to the page. */
export function keepVisible(items: PaintedItem[], scanned: boolean, hidden: HiddenText): { items: DrawnItem[]; recognised: boolean } {
  const length = (kept: PaintedItem[]) => kept.reduce((sum, item) => sum + item.str.length, 0)
  const inkless = items.filter((item) => item.hidden === 'no-ink')
  const recognised = scanned && inkless.length > 0 && length(items) - length(inkless) <= length(items) * paintedOnScans
  const visible = items.filter((item) => item.hidden === null || (recognised && item.hidden === 'no-ink'))
  for (const item of items) if (item.hidden && !visible.includes(item)) hidden.add(item.hidden, `${item.str} `)
  return { items: visible, recognised }
}
