import type { Kind } from '@penmark/detector/lab'
import { studentKinds } from '../corpora/sources.ts'
import { randomStream } from '../random.ts'
import type { Example } from './prepared.ts'

/** Lengths in words at which the cuts are measured; between them they are interpolated. Longer texts come from too few writers to ask for less. */
export const knotWords = [30, 45, 65, 95, 140, 200, 300]

/** A human text and the model that judges it: one that was trained without the text's whole family of sources. */
export interface Unseen {
  example: Example
  odds: (from: number, to: number) => number
  /** Told by a head that has seen nothing of the family either. */
  kind: (from: number, to: number) => Kind | null
}

/** A stretch of `words` words from a random place, as tokens; null where the text is shorter. */
export function crop(example: Example, words: number, random: () => number): { from: number; to: number } | null {
  const { facts } = example
  if (example.words < words) return null
  const tokens = Math.min(facts.size, Math.round((facts.size * words) / example.words))
  const from = Math.floor(random() * (facts.size - tokens + 1))
  return { from, to: from + tokens }
}

/** A stretch of a human text of a length, as it was judged. */
export interface Stretch {
  /** Which of `knotWords`. */
  length: number
  /** The source's name, and whether it is a part of a text or a whole one. */
  source: string
  kind: Kind | null
  isStudent: boolean
  isAbstract: boolean
  odds: number
}

/** A stretch of every length that a text can fill. A whole text has an opening and a close; it is judged at its own length too. */
export function stretchesOf(humans: readonly Unseen[], seed: number): Stretch[] {
  const random = randomStream(seed)
  return humans.flatMap(({ example, odds, kind }) => {
    const { name, kind: sourceKind } = example.item.source
    const isStudent = studentKinds.has(sourceKind)
    const isAbstract = sourceKind === 'abstract'
    const judge = (length: number, source: string, from: number, to: number): Stretch => {
      return { length, source, kind: kind(from, to), isStudent, isAbstract, odds: odds(from, to) }
    }
    return knotWords.flatMap((words, length) => {
      const range = crop(example, words, random)
      if (range === null) return []
      const stretch = judge(length, `${name}, stretches`, range.from, range.to)
      const isOwnLength = example.words < (knotWords[length + 1] ?? Number.POSITIVE_INFINITY)
      return isOwnLength ? [stretch, judge(length, `${name}, whole`, 0, example.facts.size)] : [stretch]
    })
  })
}
