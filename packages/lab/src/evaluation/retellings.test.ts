import { describe, expect, test } from 'vitest'
import { beforeAndWith, chooseOffset, compareRemedies, machineLoss, remembering } from './retellings.ts'

describe('the offset of short retellings', () => {
  test('lies above the highest of few texts, where one in 2,500 would reach it', () => {
    const margins = Array.from({ length: 100 }, (_, i) => -0.2 * Math.log((i + 0.5) / 100) - 0.6)
    const by = chooseOffset(margins)
    expect(by).toBeGreaterThan(Math.max(...margins))
    expect(Math.abs(by - (-0.2 * Math.log(0.0004) - 0.6))).toBeLessThan(0.1)
  })

  test('is none where people stay far below their thresholds', () => {
    expect(chooseOffset(Array.from({ length: 100 }, (_, i) => -9 + i / 1000))).toBe(0)
  })
})

test('texts without a score reach nothing', () => {
  expect(
    beforeAndWith('meetings', [
      { before: 0.6, with: 0.35, isRetelling: true },
      { before: 0.4, with: 0.2, isRetelling: true },
      { before: null, with: null, isRetelling: false },
    ]),
  ).toEqual({
    group: 'meetings',
    texts: 3,
    retellings: 2,
    flagged: { before: 1, with: 0 },
    unusual: { before: 2, with: 1 },
  })
})

test('a kind loses what its short texts lose, by how many of its texts are short', () => {
  const judged = [
    { words: 120, before: 0.8, with: 0.4 },
    { words: 130, before: 0.8, with: 0.8 },
    { words: 170, before: 0.8, with: 0.8 },
  ]
  const { bands, lost } = machineLoss('argument', judged, { counts: [0, 10, 30, 0], all: 100 })
  expect(bands.map(({ found }) => found.before - found.with)).toEqual([0, 1, 0, 0])
  expect(lost).toBe(0.05)
})

test('a text that several models judge one after another is read once', async () => {
  let readings = 0
  const reader = remembering({
    open: () => Promise.resolve(),
    read: () => Promise.resolve(Int8Array.of(readings++)),
  })
  for (const text of ['a b', 'a b', 'c']) await reader.read(text.split(' '))
  expect(readings).toBe(2)
})

test('other remedies are as strict as the highest summary asks for', () => {
  const one = (rarity: number, alone: number, left: number | null) => ({
    words: 120,
    isRetelling: true,
    margin: 0,
    rarity,
    alone,
    score: rarity >= 3 ? 0.6 : 0.2,
    with: left,
  })
  const summaries = [one(3.5, 1, 0.2), one(3.1, 4, 0.2), one(2, 9, 0.1)]
  const machines = [one(3.4, 8, 0.6), one(5, 2, 0.6), one(6, 6, 0.3)]
  expect(compareRemedies(summaries, { people: summaries, machines })).toEqual([
    {
      name: 'rarity',
      from: 3.51,
      summaries: { before: 2, with: 0 },
      people: { before: 2, with: 0 },
      machines: { before: 3, with: 2 },
    },
    {
      name: 'words alone',
      from: 4.01,
      summaries: { before: 2, with: 0 },
      people: { before: 2, with: 0 },
      machines: { before: 3, with: 2 },
    },
    {
      name: 'retellings',
      from: null,
      summaries: { before: 2, with: 0 },
      people: { before: 2, with: 0 },
      machines: { before: 3, with: 2 },
    },
  ])
})
