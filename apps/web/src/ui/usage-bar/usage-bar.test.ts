import { expect, test } from 'vitest'
import { usageTone, usedPercent } from './usage-bar.tsx'

test('is red above 90% and yellow above 70%', () => {
  const tones = [70, 70.4, 90, 90.4, 100].map((percent) => usageTone(percent * 50, 5_000))
  expect(tones).toEqual(['petrol', 'yellow', 'yellow', 'red', 'red'])
})

test('never exceeds 100%, and shows an allowance of zero as used up', () => {
  expect([
    usedPercent(0, 5_000),
    usedPercent(4_999, 5_000),
    usedPercent(6_000, 5_000),
    usedPercent(0, 0),
  ]).toEqual([0, 100, 100, 100])
})
