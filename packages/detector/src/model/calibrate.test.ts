import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flaggedRarity, logOddsAt, rarityOf, scoreOf, standardise, statisticAt } from './calibrate.ts'
import type { LengthScale, NullBand } from './model.ts'
import { scan, stretchesOf, stretchWords } from './scan.ts'

const band: NullBand = {
  from: 50,
  to: null,
  n: 4000,
  statistic: [-1, 0, 1, 1.6],
  rarity: [0, 0.3, 2, 3],
  tail: 2.5,
}
const scales: LengthScale[] = [
  { words: 50, middle: -2, unit: 4 },
  { words: 300, middle: -5, unit: 5.5 },
]
const anyStatistic = fc.double({ min: -5, max: 8, noNaN: true })

describe('the score', () => {
  test('is 0.3 at a rarity of one in a hundred, 0.5 at one in a thousand and 0.7 at one in ten thousand', () => {
    expect([0, 2, 3, 4].map(scoreOf)).toEqual([0, 0.3, 0.5, 0.7])
    expect(scoreOf(40)).toBeLessThanOrEqual(1)
  })

  test('is a fraction of at most three decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 40, noNaN: true }), (rarity) => {
        expect(String(scoreOf(rarity))).toMatch(/^(?:1|0(?:\.\d{1,3})?)$/)
      }),
    )
  })

  test('never falls as the statistic rises', () => {
    fc.assert(
      fc.property(anyStatistic, anyStatistic, fc.integer({ min: 50, max: 20_000 }), (one, other, words) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(scoreOf(rarityOf(band, low, words))).toBeLessThanOrEqual(scoreOf(rarityOf(band, high, words)))
      }),
      { seed: 21 },
    )
  })

  test('demands a higher statistic of a text with more windows than those measured', () => {
    expect(rarityOf(band, 2, 1_000)).toBeCloseTo(rarityOf(band, 2, 500), 10)
    expect(rarityOf(band, 2, 10_000)).toBeCloseTo(rarityOf(band, 2, 1_000) - 1, 10)
  })

  test('can be inverted, for rarities and for log-odds', () => {
    for (const wanted of [0.2, 1, flaggedRarity, 4.5])
      expect(rarityOf(band, statisticAt(band, wanted), 300)).toBeCloseTo(wanted, 6)
    for (const words of [30, 50, 120, 300, 900])
      expect(standardise(scales, words, logOddsAt(scales, words, 1.3))).toBeCloseTo(1.3, 10)
  })
})

describe('the scan', () => {
  const startsOf = (words: number): Int32Array => Int32Array.from({ length: words }, (_, i) => i)
  const rangeOf = (words: number) => ({ from: 0, to: words, starts: startsOf(words) })

  test('covers the text with windows of each length, about a third of a length apart', () => {
    for (const words of [151, 300, 301, 777]) {
      const stretches = stretchesOf(startsOf(words), words)
      for (const length of stretchWords.filter((one) => one < words)) {
        const here = stretches.filter((one) => one.words === length)
        expect(here[0]?.from).toBe(0)
        expect(here.at(-1)?.to).toBe(words)
        here.slice(1).forEach((one, i) => {
          expect(one.from - (here[i]?.from ?? 0)).toBeLessThanOrEqual(Math.ceil(length / 3))
        })
      }
    }
    const [shortest] = stretchWords
    expect(stretchesOf(startsOf(shortest), shortest)).toEqual([])
  })

  test('never falls when a window stands out more, and is never below any window or the whole text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 900 }),
        fc.integer({ min: 0, max: 900 }),
        fc.double({ min: 0, max: 9, noNaN: true }),
        (words, at, more) => {
          const plain = (from: number, to: number): number => -4 + Math.sin(from * 7 + to)
          const raised = (from: number, to: number): number =>
            plain(from, to) + (from <= at && at < to ? more : 0)
          const before = scan(rangeOf(words), scales, plain)
          const after = scan(rangeOf(words), scales, raised)
          expect(after.standardised).toBeGreaterThanOrEqual(before.standardised)
          expect(after.standardised).toBeGreaterThanOrEqual(standardise(scales, words, raised(0, words)))
          for (const one of stretchesOf(startsOf(words), words))
            expect(after.standardised).toBeGreaterThanOrEqual(
              standardise(scales, one.words, raised(one.from, one.to)),
            )
        },
      ),
      { seed: 22, numRuns: 60 },
    )
  })
})
