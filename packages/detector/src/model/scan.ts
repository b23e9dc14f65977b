import { fact, type TokenFacts } from '../features/token-facts.ts'
import { standardise } from './calibrate.ts'
import type { LengthScale } from './model.ts'

/**
 * Lengths in words of the stretches that a new model scores besides the whole text. Each begins a third of
 * its length after the previous one.
 */
export const stretchWords = [120, 170, 250, 400] as const
const stepsPerStretch = 3

/** A stretch of tokens, with its raw log-odds and those on the common scale. */
export interface JudgedStretch {
  from: number
  to: number
  words: number
  logOdds: number
  standardised: number
}

/** The token numbers of a text's words. */
export function wordStarts({ facts, size }: TokenFacts): Int32Array {
  const starts = new Int32Array(size)
  let words = 0
  for (let i = 0; i < size; i++)
    if (((facts[i] as number) & (fact.word | fact.number)) !== 0) starts[words++] = i
  return starts.subarray(0, words)
}

/**
 * The stretches of a text that are scored besides the whole; together they cover it. None if the text is
 * hardly longer.
 */
export function stretchesOf(
  starts: Int32Array,
  end: number,
  lengths: readonly number[] = stretchWords,
): { from: number; to: number; words: number }[] {
  return lengths.flatMap((words) => {
    const last = starts.length - words
    if (last <= 0) return []
    const count = Math.ceil((last * stepsPerStretch) / words)
    return Array.from({ length: count + 1 }, (_, i) => {
      const first = Math.min(last, Math.round((i * words) / stepsPerStretch))
      return { from: starts[first] as number, to: starts[first + words] ?? end, words }
    })
  })
}

/** A text or a part of one: tokens `from`…`to`, and the words among them. */
export interface ScannedRange {
  from: number
  to: number
  starts: Int32Array
}

/**
 * The scan statistic: the value of the stretch that stands out most, including the whole range. `judge` gives
 * the log-odds of tokens `from`…`to`; `lengths` are those of the stretches.
 */
export function scan(
  { from, to, starts }: ScannedRange,
  scales: readonly LengthScale[],
  judge: (from: number, to: number) => number,
  lengths: readonly number[] = stretchWords,
): JudgedStretch {
  const judged = (range: { from: number; to: number; words: number }): JudgedStretch => {
    const logOdds = judge(range.from, range.to)
    return { ...range, logOdds, standardised: standardise(scales, range.words, logOdds) }
  }
  let highest = judged({ from, to, words: starts.length })
  for (const range of stretchesOf(starts, to, lengths)) {
    const stretch = judged(range)
    if (stretch.standardised > highest.standardised) highest = stretch
  }
  return highest
}
