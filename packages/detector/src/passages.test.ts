import { describe, expect, it } from 'vitest'
import { withoutShortRuns } from './passages.ts'

describe('passages', () => {
  const words = (n: number, each = 12): number[] => Array.from({ length: n }, () => each)

  it('include no isolated sentence and no isolated gap', () => {
    expect(withoutShortRuns([false, false, false, true, false, false], words(6))).toEqual([false, false, false, false, false, false])
    expect(withoutShortRuns([true, true, true, false, true, true], words(6))).toEqual([true, true, true, true, true, true])
  })

  it('keep runs that are long enough, and a text of a single run', () => {
    const flags = [false, false, false, true, true, true]
    expect(withoutShortRuns(flags, words(6))).toEqual(flags)
    expect(withoutShortRuns([true], [3])).toEqual([true])
    expect(withoutShortRuns([], [])).toEqual([])
  })
})
