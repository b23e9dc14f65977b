import { describe, expect, test } from 'vitest'
import { chooseThreshold, precisionAndRecall } from './edited-level.ts'

const text = (probability: number, isEdited: boolean) => ({ probability, isEdited, weight: 1 })

describe('a level for edited texts', () => {
  test('has the precision and recall of all texts that are at least as probable', () => {
    const points = precisionAndRecall([text(0.2, true), text(0.9, true), text(0.5, false), text(0.6, true)])
    expect(points.map(({ threshold }) => threshold)).toEqual([0.9, 0.6, 0.5, 0.2])
    expect(points.map(({ precision }) => precision)).toEqual([1, 1, 2 / 3, 3 / 4])
    expect(points.at(-1)?.recall).toBe(1)
  })

  test('uses the lowest threshold with a precision of at least nine in ten', () => {
    const points = precisionAndRecall([
      ...Array.from({ length: 19 }, (_, i) => text(0.9 - i / 100, true)),
      text(0.6, false),
      text(0.5, false),
      text(0.4, false),
    ])
    expect(chooseThreshold(points)).toBe(0.5)
  })

  test('is not stated if no threshold is precise enough', () => {
    expect(
      chooseThreshold(precisionAndRecall([text(0.9, false), text(0.8, true), text(0.7, false)])),
    ).toBeNull()
  })
})
