import { describe, expect, test } from 'vitest'
import { percent } from '../targets.ts'
import type { ScoredItem } from '../verdicts/scored-items.ts'
import { accuracyOf } from './figures.ts'

function scored(label: 'human' | 'ai', score: number, n: number): ScoredItem[] {
  return Array.from({ length: n }, () => ({ item: { label }, score, margin: score - 0.5 }) as ScoredItem)
}

describe('the share of correct results', () => {
  test('is calculated from the counts, without rounding twice', () => {
    const { accuracy: share } = accuracyOf([
      ...scored('human', 0, 2073),
      ...scored('ai', 1, 2397),
      ...scored('ai', 0, 218),
    ])
    expect(percent(share)).toBe('95.3 %')
    expect(percent(4470 / 4688)).toBe('95.3 %')
  })

  test('is rounded as by hand', () => {
    expect([percent(0.9535), percent(0.00095, 2), percent(0), percent(1)]).toEqual([
      '95.4 %',
      '0.10 %',
      '0.0 %',
      '100.0 %',
    ])
  })
})
