import { expect, test } from 'vitest'
import { growthOf, largestGrowth } from './growth.ts'

/** The growth of a step that takes these milliseconds for an input of a size. */
const growthOfStep = (msFor: (size: number) => number) =>
  growthOf(
    async (size) => () => msFor(size),
    1_000,
    async (run) => run() as number,
  )

test('detects quadratic work', async () => {
  expect(await growthOfStep((size) => size ** 2 / 1e6)).toBeGreaterThan(largestGrowth)
})

test('detects a small quadratic share with longer inputs', async () => {
  expect(await growthOfStep((size) => (500 * size + 0.075 * size ** 2) / 1e6)).toBeGreaterThan(largestGrowth)
})

test.each<[name: string, msFor: (size: number) => number]>([
  ['linear work', (size) => size / 1e3],
  ['sorting', (size) => (size * Math.log2(size)) / 1e4],
  ['work that only starts at some length', (size) => (size < 2_000 ? 1 : size / 500)],
  ['a step too fast to measure', (size) => size ** 2 / 2e7],
])('does not mistake %s for quadratic', async (_, msFor) => {
  expect(await growthOfStep(msFor)).toBeLessThanOrEqual(largestGrowth)
})
