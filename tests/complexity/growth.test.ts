import { expect, test } from 'vitest'
import { growthOf, largestGrowth } from './growth.ts'

/** Keeps the processor busy for a number of additions. */
function work(additions: number): number {
  let sum = 0
  for (let nth = 0; nth < additions; nth++) sum += Math.sqrt(nth)
  return sum
}

const identity = (characters: number) => characters

test('detects quadratic work', async () => {
  expect(await growthOf((length) => work(length * length), identity, 1_000)).toBeGreaterThan(largestGrowth)
})

test('work that only starts at some length is not mistaken for quadratic', async () => {
  expect(await growthOf((length) => work(length < 2_000 ? 1_000 : 2_000 * length), identity, 1_500)).toBeLessThanOrEqual(largestGrowth)
})

test('detects a small quadratic share with longer inputs', async () => {
  expect(await growthOf((length) => work(500 * length + 0.075 * length * length), identity, 1_000)).toBeGreaterThan(largestGrowth)
})

test('sorting is not mistaken for quadratic', async () => {
  const numbersOf = (length: number) => Array.from({ length }, (_, nth) => String((nth * 7_919) % length))
  expect(await growthOf((numbers) => [...new Set(numbers)].sort(), numbersOf, 5_000)).toBeLessThanOrEqual(largestGrowth)
})
