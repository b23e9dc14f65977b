import { type Kind, type LengthScale, scan, wordStarts } from '@penmark/detector/lab'
import { isDated } from '../../corpora/dated.ts'
import { studentKinds } from '../../corpora/sources.ts'
import type { Example } from './dataset.ts'

/** A human text and the model that scores it, trained without the text's whole family of sources. */
export interface Unseen {
  example: Example
  odds: (from: number, to: number) => number
  /** Classified by a model that has not seen the family either. */
  kind: (from: number, to: number) => Kind | null
}

/** Dated writing of students, which the thresholds protect and which chooses them. */
export function isProtected({ example }: Pick<Unseen, 'example'>): boolean {
  return studentKinds.has(example.item.source.kind) && isDated(example.item)
}

/** A part of a text: tokens, and the words among them. */
export interface Part {
  from: number
  to: number
  starts: Int32Array
}

/** A part of `words` words from a random position; null if the text is shorter. */
export function crop({ facts }: Example, words: number, random: () => number): Part | null {
  const starts = wordStarts(facts)
  if (starts.length < words) return null
  const first = Math.floor(random() * (starts.length - words + 1))
  return {
    from: starts[first] as number,
    to: starts[first + words] ?? facts.size,
    starts: starts.subarray(first, first + words),
  }
}

export function wholeOf({ facts }: Example): Part {
  return { from: 0, to: facts.size, starts: wordStarts(facts) }
}

/** The scan statistic of a part of a text. */
export function statisticOf(
  { odds }: Pick<Unseen, 'odds'>,
  part: Part,
  scales: readonly LengthScale[],
): number {
  return scan(part, scales, odds).standardised
}
