import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newSum, resultOf } from './human-checks.ts'

describe('the sums of the human check', () => {
  test('can be worked out in the head', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })), (chances) => {
        const sum = newSum((from, to) => from + Math.floor((chances.next().value ?? 0) * (to - from + 1)))
        expect(resultOf(sum)).toBeGreaterThanOrEqual(0)
        expect(resultOf(sum)).toBeLessThanOrEqual(100)
        for (const part of [sum.left, sum.right]) expect(part).toBeGreaterThanOrEqual(2)
      }),
    )
  })

  test('use plus, minus and times', () => {
    const chosen = (operator: number) => newSum((from, to) => (to === 2 ? operator : from))
    expect([0, 1, 2].map((operator) => chosen(operator).operator)).toEqual(['plus', 'minus', 'times'])
  })

  test('have the correct result', () => {
    expect(resultOf({ left: 7, operator: 'plus', right: 5 })).toBe(12)
    expect(resultOf({ left: 7, operator: 'minus', right: 5 })).toBe(2)
    expect(resultOf({ left: 7, operator: 'times', right: 5 })).toBe(35)
  })
})
