import { describe, expect, test } from 'vitest'
import { trimmed, withoutShortRuns } from './passages.ts'

describe('passages', () => {
  const words = (n: number, each = 12): number[] => Array.from({ length: n }, () => each)

  test('include no isolated sentence and no isolated gap', () => {
    expect(withoutShortRuns([false, false, false, true, false, false], words(6))).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(withoutShortRuns([true, true, true, false, true, true], words(6))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ])
  })

  test('keep runs that are long enough, and a text of a single run', () => {
    const flags = [false, false, false, true, true, true]
    expect(withoutShortRuns(flags, words(6))).toEqual(flags)
    expect(withoutShortRuns([true], [3])).toEqual([true])
    expect(withoutShortRuns([], [])).toEqual([])
  })
})

describe('a passage', () => {
  const marks = (flags: string): boolean[] => Array.from(flags, (flag) => flag === 'x')
  const shown = (flags: boolean[]): string => flags.map((flag) => (flag ? 'x' : '.')).join('')

  test('begins and ends with sentences that by themselves read like it', () => {
    expect(shown(trimmed(marks('.xxxxxxxx.'), [-4, -2, 1, 11, 12, 9, 10, 1, -3, -4], 0))).toBe('...xxxx...')
  })

  test('gives up a doubtful sentence between sentences that read like a person', () => {
    expect(shown(trimmed(marks('xxxxxx'), [3, -4, -3, 11, 12, 9], 0))).toBe('...xxx')
  })

  test('leaves out a sentence that only its neighbours make suspicious', () => {
    expect(shown(trimmed(marks('xxxxx'), [9, 10, -1, 12, 9], 0))).toBe('xx.xx')
  })

  test('is not drawn where a person writes more formally than elsewhere, beside one that stands out far more', () => {
    expect(shown(trimmed(marks('xxx..xxx'), [10, 12, 11, -4, -3, 3, 5, 4], 0))).toBe('xxx.....')
    expect(shown(trimmed(marks('xxx..xxx'), [10, 12, 11, -4, -3, 8, 9, 7], 0))).toBe('xxx..xxx')
  })

  test('stays as it was if no sentence of it reads like a machine by itself', () => {
    expect(shown(trimmed(marks('.xxx.'), [-4, -1, -2, -1, -4], 0))).toBe('.xxx.')
  })

  test('keeps all sentences of a text that reads like a machine throughout', () => {
    expect(shown(trimmed(marks('xxxxx'), [9, 7, 10, 4, 8], 0))).toBe('xxxxx')
  })
})
