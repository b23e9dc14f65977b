import { expect, it } from 'vitest'
import { usageTone, usedPercent } from './usage-bar.tsx'

it('is red above 90% and yellow above 70%', () => {
  expect([70, 71, 90, 91, 100].map(usageTone)).toEqual(['petrol', 'yellow', 'yellow', 'red', 'red'])
})

it('never shows more than all of it, and calls an allowance of nothing used up', () => {
  expect([usedPercent(0, 5_000), usedPercent(4_999, 5_000), usedPercent(6_000, 5_000), usedPercent(0, 0)]).toEqual([0, 100, 100, 100])
})
