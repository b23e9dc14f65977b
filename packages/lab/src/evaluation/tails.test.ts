import { expect, test } from 'vitest'
import { type Margins, tailFigures } from './tails.ts'

const people = (shift: number): Margins[] =>
  Array.from({ length: 400 }, (_, i) => ({
    released: -2 + i / 200,
    judges: [-2 + i / 200 + shift, -2 + i / 200 + shift],
  }))

test('judges that stand further out are told from judges that do not', () => {
  const lowest = (shift: number) =>
    tailFigures(people(shift), 1).quantiles.map(({ interval }) => interval.low)
  expect(Math.min(...lowest(0.5))).toBeGreaterThan(0)
  expect(Math.max(...lowest(0))).toBeLessThanOrEqual(0)
})

test('a margin counts the texts of the released model, and those of a judge on average', () => {
  const figures = tailFigures(
    [
      { released: 0.2, judges: [0.1, -3] },
      { released: -3, judges: [-3, -3] },
    ],
    1,
  )
  expect(figures.reaching.find(({ margin }) => margin === 0)).toEqual({ margin: 0, released: 1, judges: 0.5 })
  expect(figures.texts).toBe(2)
})
