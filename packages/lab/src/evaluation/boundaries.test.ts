import type { Detector } from '@penmark/detector'
import { describe, expect, test } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { insertStretches, measureBoundaries } from './boundaries.ts'

const prose = (word: string): string =>
  Array.from({ length: 60 }, (_, i) => `The ${word} went to the ${word} of number ${i} again.`).join(' ')
const source = (name: string) => sources.find((one) => one.name === name) as Item['source']
const person: Item = {
  text: prose('uncle'),
  label: 'human',
  source: source('outfox'),
  cluster: 0,
  fold: 0,
  use: 'test',
}
const machine: Item = {
  text: prose('tapestry'),
  label: 'ai',
  source: source('gede'),
  cluster: 1,
  fold: 0,
  use: 'train',
}
const insert = (seed: number) => insertStretches([person], [machine], { wanted: 250, count: 1, seed })

/** Marks the machine's sentences, moved by some sentences at either end. */
const marking = (begins: number, ends: number): Detector =>
  ({
    detect: async (text: string) => {
      const sentences = Array.from(text.matchAll(/[^.]+\.\s*/g), ([one]) => one)
      const first = sentences.findIndex((one) => one.includes('tapestry'))
      const last = sentences.findLastIndex((one) => one.includes('tapestry'))
      const spans = sentences.map((one, i) => ({
        text: one,
        marked: i >= first + begins && i <= last + ends,
      }))
      return { finding: 'mixed', results: [{ spans }] }
    },
  }) as unknown as Detector

const measure = (begins: number, ends: number) =>
  measureBoundaries(
    250,
    [3, 4, 5].flatMap(insert).map((splice) => ({ splice, detector: marking(begins, ends) })),
  )

describe('the boundaries of passages', () => {
  test('are measured in a whole text of a person with one stretch of whole sentences by a machine', () => {
    const splices = [3, 4, 5].flatMap(insert)
    expect(splices).toHaveLength(3)
    for (const { text, isMachine } of splices) {
      const inserted = Array.from(text)
        .filter((_, i) => isMachine[i] === 1)
        .join('')
      expect(inserted.trim().split(/\s+/).length).toBeGreaterThanOrEqual(250)
      expect(inserted).toMatch(/^The tapestry .* again\. $/)
      expect(text).toContain(inserted)
      expect(text.replace(inserted, '')).toContain('The uncle went to the uncle of number 30 again.')
    }
  })

  test('are exact where they are the machine’s own', async () => {
    expect(await measure(0, 0)).toMatchObject({
      found: 3,
      both_within_one: 3,
      exact: 3,
      human_marked: 0,
      machine_unmarked: 0,
    })
  })

  test('are within one sentence, or not', async () => {
    expect(await measure(1, 0)).toMatchObject({ both_within_one: 3, exact: 0, machine_unmarked: 1 })
    expect(await measure(2, -1)).toMatchObject({
      begins_within_one: 0,
      ends_within_one: 3,
      both_within_one: 0,
      machine_unmarked: 3,
    })
  })
})
