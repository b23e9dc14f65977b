import { describe, expect, test } from 'vitest'
import { clopperPearson } from './roc.ts'

describe('the exact interval of a share', () => {
  test('agrees with published values', () => {
    expect(clopperPearson(0, 299).high).toBeCloseTo(0.01226, 4)
    const { low, high } = clopperPearson(10, 100)
    expect(low).toBeCloseTo(0.04901, 4)
    expect(high).toBeCloseTo(0.17622, 4)
  })

  test('is 0 to 1 if nothing was counted', () => {
    expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 })
    expect(clopperPearson(5, 5).high).toBe(1)
  })
})
