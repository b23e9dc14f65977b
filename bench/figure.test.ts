import { expect, test } from 'vitest'
import { isMet, median, rounded } from './figure.ts'

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(() => median([])).toThrow('no median')
})

test('shows three significant digits', () => {
  expect([rounded(12_345.6), rounded(0.012_345)]).toEqual([12_300, 0.0123])
})

test('a figure meets its target on the right side of it', () => {
  const figure = { name: 'x', value: 10, unit: 'ms', n: 1, target: 10 } as const
  expect(isMet({ ...figure, better: 'lower' })).toBe(true)
  expect(isMet({ ...figure, value: 9, better: 'higher' })).toBe(false)
})
