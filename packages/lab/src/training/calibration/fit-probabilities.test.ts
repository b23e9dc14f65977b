import { shareAt } from '@penmark/detector/lab'
import { describe, expect, test } from 'vitest'
import { randomStream } from '../../sampling.ts'
import { fitProbabilities, type Placed } from './fit-probabilities.ts'

const random = randomStream(9)
const texts = Array.from({ length: 4000 }, (_, i): Placed => {
  const above = 6 * random() - 3
  return {
    source: `source ${i % 5}`,
    ai: random() < 1 / (1 + Math.exp(-2 * above)),
    words: 200,
    rarity: above,
  }
})

describe('stated probabilities', () => {
  test('rise with the score and approximate the true share', () => {
    const [band] = fitProbabilities(texts)
    if (band === undefined) throw new Error('no band')
    expect(band.share).toEqual(band.share.toSorted((a, b) => a - b))
    for (const above of [-1.5, 0, 1.5])
      expect(Math.abs(shareAt(band, above) - 1 / (1 + Math.exp(-2 * above)))).toBeLessThan(0.08)
  })

  test('are not stated for lengths with few texts, and are never 0 or 1', () => {
    const bands = fitProbabilities(texts)
    expect(bands.map(({ from }) => from)).toEqual([150])
    expect(Math.max(...bands.flatMap(({ share }) => share))).toBeLessThan(1)
    expect(Math.min(...bands.flatMap(({ share }) => share))).toBeGreaterThan(0)
  })
})
