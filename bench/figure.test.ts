import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isMet, median, readFigures, rounded, writeFigures } from './figure.ts'

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(() => median([])).toThrow('no median')
})

test('shows three significant digits', () => {
  expect([rounded(12_345.6), rounded(0.012_345)]).toEqual([12_300, 0.0123])
})

test('a figure meets its target on the right side of it', () => {
  const figure = { name: 'x', value: 10, unit: 'ms', n: 1, target: 10 } as const
  expect(isMet({ ...figure, better: 'lower' })).toBe(true)
  expect(isMet({ ...figure, value: 9, better: 'higher' })).toBe(false)
})

test('figures that were not measured again keep their machine and day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-figures-'))
  try {
    const path = join(folder, 'figures.json')
    const figure = { value: 1, unit: '%', n: 3, target: 1, better: 'higher' } as const
    const earlier = {
      ...figure,
      name: 'earlier',
      machine: { cores: 64, node: '20.0.0', platform: 'linux x64' },
      measured_on: '2020-01-01',
    }
    await writeFigures(path, [{ ...figure, name: 'now', value: 99.68 }], [earlier])
    const [now, kept] = await readFigures(path)
    expect(now).toMatchObject({ name: 'now', value: 99.7, machine: { node: process.versions.node } })
    expect(kept).toEqual(earlier)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
