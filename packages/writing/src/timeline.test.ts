import { expect, test } from 'vitest'
import type { Timeline } from './timeline.ts'
import { layoutPlot } from './timeline.ts'

const minute = 60_000

const session = (start: number, end: number, characters: number) => ({
  start,
  end,
  firstEntry: 0,
  lastEntry: 1,
  points: [
    { at: start, characters: 0 },
    { at: end, characters },
  ],
})

const timeline = (...sessions: Timeline['sessions']): Timeline => ({
  sessions,
  pastes: [],
  insertions: [],
  deletions: [],
  away: [],
  longest: 600,
})

test('sessions are as wide as they are long, and a long break between them takes no space', () => {
  const { placed } = layoutPlot(
    timeline(session(0, 10 * minute, 300), session(24 * 60 * minute, 24 * 60 * minute + 30 * minute, 600)),
    {
      start: 50,
      end: 550,
      top: 10,
      base: 110,
    },
  )
  const [short, long] = placed
  expect(short?.x).toBe(50)
  expect(long!.width).toBeGreaterThan(2 * short!.width)
  expect(long!.x - (short!.x + short!.width)).toBe(14)
  expect(long!.x + long!.width).toBeCloseTo(550)
})

test('the longest text reaches the top, and every moment is on the curve', () => {
  const { xOf, yOf, yAt } = layoutPlot(timeline(session(0, 10 * minute, 600)), {
    start: 0,
    end: 100,
    top: 10,
    base: 110,
  })
  expect([yOf(0), yOf(600)]).toEqual([110, 10])
  expect(xOf(5 * minute)).toBe(50)
  expect([yAt(5 * minute), yAt(10 * minute)]).toEqual([110, 10])
})

test('a plot without sessions still has positions', () => {
  expect(layoutPlot(timeline(), { start: 7, end: 100, top: 10, base: 110 }).xOf(0)).toBe(7)
})
