import { describe, expect, test } from 'vitest'
import { sources } from '../../corpora/sources.ts'
import type { ScoredItem } from '../verdicts/scored-items.ts'
import { separationsBy, separationsBySource } from './left-out.ts'

const school = sources.find(({ name }) => name === 'daigt-scraps')
if (school === undefined) throw new Error('the source is gone')
const source = school

/** Forty texts with margins around `middle`. */
function scored(
  label: 'human' | 'ai',
  middle: number,
  words: number,
  rest: { vendor?: string; model?: string } = {},
): ScoredItem[] {
  return Array.from({ length: 40 }, (_, i) => ({
    item: { text: '', label, source, cluster: i, fold: 5, use: 'train' as const, ...rest },
    relation: 'left-out-source' as const,
    words,
    kind: null,
    rarity: 0,
    margin: middle + (i % 10) / 10,
    score: 0.5,
    known: 1,
  }))
}

const human = [...scored('human', -4, 80), ...scored('human', -4, 300)]
const machine = [
  ...scored('ai', 4, 300, { vendor: 'openai', model: 'gpt-4o' }),
  ...scored('ai', -4, 80, { vendor: 'google', model: 'gemini-3-pro' }),
]

describe('separations', () => {
  test('compare texts of one source, and skip sources with a single label', () => {
    expect(separationsBySource([...human, ...machine], ', left out')).toMatchObject([
      { group: 'daigt-scraps, left out', human: 80, ai: 80 },
    ])
    expect(separationsBySource(human, '')).toEqual([])
  })

  test('compare each length with itself, and each vendor with all students', () => {
    const { length, vendor, years } = separationsBy([...human, ...machine], machine)
    expect(length.map(({ group, human: n, auc }) => [group.trim(), n, auc])).toEqual([
      ['50–99', 40, 0.5],
      ['250–399', 40, 1],
    ])
    expect(vendor.map(({ group, human: n, tpr_at_1 }) => [group, n, tpr_at_1])).toEqual([
      ['google', 80, 0],
      ['openai', 80, 1],
    ])
    expect(years.map(({ group }) => group)).toEqual(['2024', '2025–26'])
  })
})
