import type { EditingHistory } from '@penmark/contract'
import { expect, test } from 'vitest'
import { counterParts, hasRestarted, historyParts, largestShare, plotSessions } from './editing-history.ts'

const history: EditingHistory = {
  words: 1_412,
  minutes: 4,
  saves: 2,
  sessions: 2,
  recorded: 5,
  largest: 1_411,
  stretches: [
    { session: 2, words: 1 },
    { session: 1, words: 1_411 },
  ],
}

test('summarises what the file records and omits the rest', () => {
  expect(historyParts(history).map(({ key, count }) => `${count} ${key}`)).toEqual([
    '1412 factCount.words',
    '4 history.minutes',
    '2 history.saves',
    '2 history.sessions',
    '5 history.recorded',
  ])
  expect(
    historyParts({ ...history, minutes: null, saves: null, sessions: null, recorded: null }),
  ).toHaveLength(1)
})

test('does not lead with minutes and saves that were restarted', () => {
  const restarted = { ...history, minutes: 1, saves: 1, sessions: 14 }
  expect(hasRestarted(restarted)).toBe(true)
  expect(historyParts(restarted).map(({ key }) => key)).toEqual([
    'factCount.words',
    'history.sessions',
    'history.recorded',
  ])
  expect(counterParts(restarted).map(({ key }) => key)).toEqual(['history.minutes', 'history.saves'])
  expect(hasRestarted(history)).toBe(false)
  expect(hasRestarted({ ...restarted, saves: null })).toBe(false)
})

test('states long editing times in hours', () => {
  expect(historyParts({ ...history, minutes: 400 })).toContainEqual({ key: 'history.hours', count: 7 })
})

test('never says "all" if some words are missing', () => {
  expect(largestShare(history)).toBe(0.99)
  expect(largestShare({ ...history, largest: 1_412 })).toBe(1)
  expect(largestShare({ ...history, largest: null })).toBeNull()
})

test('plots the sessions along the text, or nothing if the file records none', () => {
  const plotted = plotSessions(history)
  expect(plotted.map(({ session }) => session)).toEqual(['other', 'largest'])
  expect(plotted.at(-1)).toMatchObject({ from: 1 / 1_412, width: 1_411 / 1_412 })
  expect(plotSessions({ ...history, sessions: null, stretches: [] })).toEqual([])
})
