import type { MonthTally } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { formatMonth, withoutGaps } from './plots.tsx'

const month = (name: string): MonthTally => ({ month: name, documents: 3, scored: 2, mean: 0.4, flagged: 1 })

describe('months on a plot', () => {
  test('have no gaps, even across a new year', () => {
    expect(
      withoutGaps([month('2026-11'), month('2027-02')]).map(({ month: name, documents }) => [
        name,
        documents,
      ]),
    ).toEqual([
      ['2026-11', 3],
      ['2026-12', 0],
      ['2027-01', 0],
      ['2027-02', 3],
    ])
  })

  test('are at most the last twelve, and none if nothing was uploaded', () => {
    const shown = withoutGaps([month('2020-01'), month('2026-11')])
    expect(shown).toHaveLength(12)
    expect(shown[0]?.month).toBe('2025-12')
    expect(withoutGaps([])).toEqual([])
  })

  test('are named in the reader’s language', () => {
    expect(formatMonth('en-GB', '2026-11')).toBe('Nov 2026')
    expect(formatMonth('fr-FR', '2026-02', true)).toBe('févr.')
  })
})
