import { statisticAt } from '@penmark/detector/lab'
import { describe, expect, test } from 'vitest'
import { randomStream } from '../../sampling.ts'
import { betaQuantile, betaShare } from './beta.ts'
import {
  chooseOffsets,
  fitNullDistributions,
  keepSourceLimits,
  priorStrength,
  type Scanned,
  shrunkBound,
  sourceRate,
} from './null-distribution.ts'

const random = randomStream(4)
/** A statistic with an exponential upper tail. */
const drawn = (height: number): number => -height * Math.log(1 - random())

function texts(source: string, n: number, height: number, rest: Partial<Scanned> = {}): Scanned[] {
  return Array.from({ length: n }, () => ({
    source,
    isProtected: true,
    isAbstract: false,
    kind: null,
    statistic: drawn(height),
    isRepeat: false,
    ...rest,
  }))
}

const plain = ['a', 'b', 'c', 'd'].flatMap((source) => texts(source, 2500, 0.2))
const bands = (list: Scanned[]): Scanned[][] => [list, [], [], [], [], []]
const flagged = (list: readonly Scanned[], threshold: number): number =>
  list.filter(({ statistic }) => statistic >= threshold).length

describe('the null distribution', () => {
  test('places the score 0.5 where fewer than half of the promised one in a thousand student texts reach it, and 0.3 where one in a hundred does', () => {
    const [band] = fitNullDistributions(bands(plain))
    if (band === undefined) throw new Error('no band')
    expect(flagged(plain, statisticAt(band, 3))).toBeLessThanOrEqual(4)
    expect(flagged(plain, statisticAt(band, 3))).toBeGreaterThan(1)
    expect(Math.abs(flagged(plain, statisticAt(band, 2)) - 100)).toBeLessThan(8)
    expect(band.n).toBe(10_000)
  })

  test('extends the tail where so few texts reach the threshold that their number says little', () => {
    const highest = 1
    const thresholdOf = (n: number): number => {
      const capped = texts('a', n, 0.2).map((one) => ({
        ...one,
        statistic: Math.min(one.statistic, highest),
      }))
      const [band] = fitNullDistributions(bands(capped))
      return band === undefined ? 0 : statisticAt(band, 3)
    }
    expect(thresholdOf(6000)).toBeGreaterThan(highest + 0.01)
    expect(thresholdOf(20_000)).toBeLessThan(highest + 0.01)
  })

  test('is stricter from 250 to 399 words than in other lengths', () => {
    const [, , before, careful] = fitNullDistributions([[], [], plain, plain, [], []])
    if (before === undefined || careful === undefined) throw new Error('no band')
    expect(careful.from).toBe(250)
    expect(statisticAt(careful, 3)).toBeGreaterThan(statisticAt(before, 3))
  })

  test('depends on dated student texts alone', () => {
    const others = texts('undated', 3000, 2, { isProtected: false })
    expect(fitNullDistributions(bands([...plain, ...others]))).toEqual(fitNullDistributions(bands(plain)))
  })

  test('rises to protect one large source, but not one with few texts', () => {
    const cutOf = (list: Scanned[]): number =>
      statisticAt(fitNullDistributions(bands(list))[0] as ReturnType<typeof fitNullDistributions>[number], 3)
    const large = texts('formal', 600, 0.5)
    const raised = cutOf([...plain, ...large])
    expect(raised).toBeGreaterThan(cutOf(plain) + 0.3)
    expect(flagged(large, raised) / large.length).toBeLessThanOrEqual(sourceRate)
    expect(cutOf([...plain, ...large.slice(0, 30)])).toBeLessThan(raised)
  })

  test('counts near-duplicates towards the limit of their source, but not in the pool', () => {
    const drafts = texts('drafts', 600, 0.5, { isRepeat: true })
    const [with_, without] = [[...plain, ...drafts], plain].map(
      (list) => fitNullDistributions(bands(list))[0],
    )
    expect(with_?.n).toBe(without?.n)
    expect(with_?.statistic.slice(0, -1)).toEqual(without?.statistic.slice(0, -1))
    expect(with_?.statistic.at(-1) ?? 0).toBeGreaterThan((without?.statistic.at(-1) ?? 0) + 0.1)
  })

  test('assumes that a source with few texts resembles the pool, the more alike all sources are', () => {
    const one = texts('odd', 300, 0.2)
    one[0] = { ...(one[0] as Scanned), statistic: 9 }
    const cutWith = (prior: number): number => {
      const thresholds = [1.4]
      keepSourceLimits(thresholds, [one], prior)
      return thresholds[0] as number
    }
    expect(cutWith(2000)).toBeLessThanOrEqual(cutWith(100))
    expect(shrunkBound(1, 300, 800)).toBeLessThan(shrunkBound(1, 300, 100))
    const odd = [...plain, ...texts('odd', 2500, 0.8)]
    expect(priorStrength([plain])).toBeGreaterThan(priorStrength([odd]))
  })

  test('lowers the scores of abstracts only as far as human abstracts need', () => {
    const nulls = fitNullDistributions(bands(plain))
    const abstracts = (height: number) =>
      texts('papers', 600, height, { isProtected: false, isAbstract: true, kind: 'abstract' })
    const formal = abstracts(0.6)
    const [offset] = chooseOffsets([[...plain, ...formal], [], [], [], [], []], nulls)
    expect(offset?.kind).toBe('abstract')
    expect(flagged(formal, (nulls[0]?.statistic.at(-1) ?? 0) + (offset?.by ?? 0))).toBeLessThanOrEqual(3)
    expect(chooseOffsets([[...plain, ...abstracts(0.05)], [], [], [], [], []], nulls)).toEqual([])
    expect(chooseOffsets([plain, [], [], [], [], []], nulls)).toEqual([])
  })
})

describe('the beta distribution', () => {
  test('agrees with published tables', () => {
    expect(betaShare(0.5, 1, 1)).toBeCloseTo(0.5, 10)
    expect(betaShare(0.2, 2, 5)).toBeCloseTo(0.34464, 6)
    expect(betaQuantile(0.95, 1, 99)).toBeCloseTo(1 - 0.05 ** (1 / 99), 8)
  })
})
