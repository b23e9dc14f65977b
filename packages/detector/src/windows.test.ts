import { describe, expect, test } from 'vitest'
import { smoothed } from './windows.ts'

const chance = (odds: number): number => 1 / (1 + Math.exp(-odds))

describe('smoothing along a text', () => {
  test('equals the sum over all paths of two hidden authors', () => {
    const odds = [1.2, -0.4, 2.1]
    const stay = 0.8
    const paths = [0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, 1].map((c) => [a, b, c])))
    const weight = (path: number[]): number =>
      path.reduce((product, author, i) => {
        const step = i === 0 ? 0.5 : author === path[i - 1] ? stay : 1 - stay
        return product * step * (author === 1 ? chance(odds[i] as number) : 1 - chance(odds[i] as number))
      }, 1)
    const total = paths.reduce((sum, path) => sum + weight(path), 0)
    smoothed(odds, stay).forEach((result, i) => {
      const machine =
        paths.filter((path) => path[i] === 1).reduce((sum, path) => sum + weight(path), 0) / total
      expect(chance(result)).toBeCloseTo(machine, 5)
    })
  })

  test('lets neighbours outvote a single sentence, and stays finite at the extremes', () => {
    const [, middle] = smoothed([-3, 1, -3], 0.9)
    expect(middle).toBeLessThan(0)
    expect(smoothed([], 0.9)).toEqual([])
    expect(smoothed([200, -200], 0.9).every(Number.isFinite)).toBe(true)
  })
})
