import { describe, expect, it } from 'vitest'
import { chanceOfFalseFlag, mistakes, standingOf } from './standing.ts'

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

describe('where a score stands among human texts', () => {
  it('counts whole texts of a thousand', () => {
    expect(standingOf(calibration(4_812, 9))).toEqual({ kind: 'about', perThousand: 2, n: 4_812 })
    expect(standingOf(calibration(999, 869))).toEqual({ kind: 'about', perThousand: 870, n: 999 })
  })

  it('says fewer than 1 when the rate is below that and some text did score as high', () => {
    expect(standingOf(calibration(9_999, 3))).toEqual({ kind: 'fewer', n: 9_999 })
  })

  it('says that none did, when n is large enough to say fewer than 1', () => {
    expect(standingOf(calibration(4_812, 0))).toEqual({ kind: 'fewer-none', n: 4_812 })
  })

  it('claims no rate that so few texts cannot show', () => {
    expect(standingOf(calibration(312, 0))).toEqual({ kind: 'none', n: 312, atBest: 4 })
  })

  it('says nothing where nothing was measured', () => {
    expect(standingOf(calibration(0, 0))).toBeNull()
  })
})

it('turns a rate into the chance of at least one false flag in a class', () => {
  expect(chanceOfFalseFlag(0.01, 30)).toBeCloseTo(0.26, 2)
  expect(chanceOfFalseFlag(0, 30)).toBe(0)
})

it('turns a rate back into texts, where it was recorded how many it rests on', () => {
  expect(mistakes({ ...calibration(9, 0), false_positive_rate: 0.00275157, false_positive_n: 2_544 })).toMatchObject({
    mistaken: 7,
    n: 2_544,
  })
  expect(mistakes({ ...calibration(9, 0), false_positive_rate: 0.01 })).toBeNull()
})
