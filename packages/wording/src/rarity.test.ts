import { describe, expect, test } from 'vitest'
import { chanceOfFalseFlag, describeRarity, falsePositives } from './rarity.ts'

const calibration = (n: number, exceeding: number) => ({
  p_value: (1 + exceeding) / (n + 1),
  n,
  exceeding,
  band: { from: 200, to: 399 },
  false_positive_rate: null,
  false_positive_n: null,
  human_band: null,
  reaching: null,
  distribution: null,
})

describe('how a score compares with human texts', () => {
  test('states a whole number of texts in a thousand', () => {
    expect(describeRarity(calibration(4_812, 9))).toEqual({ kind: 'about', perThousand: 2 })
    expect(describeRarity(calibration(999, 869))).toEqual({ kind: 'about', perThousand: 870 })
  })

  test('says fewer than 1 if there are enough texts to show it', () => {
    expect(describeRarity(calibration(9_999, 3))).toEqual({ kind: 'fewer' })
    expect(describeRarity(calibration(4_812, 0))).toEqual({ kind: 'fewer' })
  })

  test('states no rate that is too small for n to show', () => {
    expect(describeRarity(calibration(312, 0))).toEqual({ kind: 'none', provablePerThousand: 4 })
  })

  test('is empty if nothing was measured', () => {
    expect(describeRarity(calibration(0, 0))).toBeNull()
  })
})

test('calculates the chance of at least one false flag in a class', () => {
  expect(chanceOfFalseFlag(0.01, 30)).toBeCloseTo(0.26, 2)
  expect(chanceOfFalseFlag(0, 30)).toBe(0)
})

test('converts a rate to a number of texts if n was recorded', () => {
  expect(
    falsePositives({ ...calibration(9, 0), false_positive_rate: 0.00275157, false_positive_n: 2_544 }),
  ).toMatchObject({
    mistaken: 7,
    n: 2_544,
  })
  expect(falsePositives({ ...calibration(9, 0), false_positive_rate: 0.01 })).toBeNull()
})
