import type { PublishedRate } from '@penmark/contract'
import { describe, expect, it } from 'vitest'
import { expectedFlags } from './analytics.ts'

const rate = (from: number, to: number | null, false_positive_rate: number, n = 1_000): PublishedRate => ({
  from,
  to,
  n,
  false_positive_rate,
})
const published = [
  rate(50, 99, 0.002),
  rate(100, 149, 0.001),
  rate(150, 249, 0.002),
  rate(250, 399, 0.003),
  rate(400, 699, 0.01),
  rate(700, null, 0.005),
]

describe('what chance alone would flag', () => {
  it('is the sum over the lengths, each at its own rate', () => {
    const expected = expectedFlags([0, 10, 0, 20, 5, 0], published)
    expect(expected?.documents).toBe(35)
    expect(expected?.flags).toBeCloseTo(10 * 0.001 + 20 * 0.003 + 5 * 0.01, 10)
    expect(expected?.at_least_one).toBeCloseTo(1 - 0.999 ** 10 * 0.997 ** 20 * 0.99 ** 5, 10)
  })

  it('counts a rate of none of n as one of n + 1, because nobody can promise that it never happens', () => {
    expect(expectedFlags([0, 0, 0, 0, 0, 99], [rate(700, null, 0, 99)])?.flags).toBeCloseTo(99 / 100, 10)
  })

  it('takes the highest rate where a model has other lengths', () => {
    const coarse = [rate(50, 299, 0.001), rate(300, null, 0.02)]
    expect(expectedFlags([0, 0, 0, 100, 0, 0], coarse)?.flags).toBeCloseTo(2, 10)
  })

  it('says how many documents it covers, and nothing if no rate is published', () => {
    expect(expectedFlags([0, 4, 0, 0, 0, 3], [rate(100, 149, 0.001)])?.documents).toBe(4)
    expect(expectedFlags([0, 4, 0, 0, 0, 3], [])).toBeNull()
    expect(expectedFlags([0, 0, 0, 0, 0, 0], published)).toBeNull()
  })
})
