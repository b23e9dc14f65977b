import { delta, meanOf, ownDistances, type ProfileScales, standardiseValues, writingDistances } from './distances.ts'
import type { WritingProfile } from './profile.ts'
import released from './released.json' with { type: 'json' }

/** Fewer known texts, or shorter ones, are not compared: the error rate was measured from here on. */
export const fewestKnown = 3
export const fewestWords = 250
/** The error rate was measured with at most this many known texts. */
export const mostKnown = 8

export type WritingOutcome = 'in-line' | 'differs' | 'too-few' | 'too-short'

/** Texts of `n`, and of how many writers they are. */
export interface MeasuredShare {
  n: number
  writers: number
  differing: number
  /** The upper end of the 95 % interval of the share. */
  high: number
}

export interface ReleasedComparison {
  scales: ProfileScales
  weights: readonly number[]
  bias: number
  /** A text differs when its distance is above this. */
  threshold: number
  /** On writers held out from the choice of everything above: texts by the same writer as the known ones, texts by others, texts by machines. */
  measured: { same_writer: MeasuredShare; other_writer: MeasuredShare; machine: MeasuredShare }
}

export const releasedComparison: ReleasedComparison = released

export interface ComparedMeasure {
  name: 'sentence-words' | 'word-letters' | 'word-variety' | 'function-word-distance'
  value: number
  /** Of the known texts. */
  low: number
  high: number
}

export interface WritingComparison {
  outcome: WritingOutcome
  /** Known texts that were long enough and took part. */
  known: number
  distance: number | null
  threshold: number
  /** Empty unless the text was compared. */
  measures: ComparedMeasure[]
}

/** A combined distance: grows as a text looks less like the known ones. */
export function combinedDistance(distances: readonly number[], { weights, bias }: Pick<ReleasedComparison, 'weights' | 'bias'>): number {
  return distances.reduce((sum, distance, i) => sum + distance * (weights[i] ?? 0), bias)
}

/** Compares a text with texts that are known to be by the same writer, newest first. */
export function compareWriting(known: readonly WritingProfile[], text: WritingProfile): WritingComparison {
  const { scales, threshold } = releasedComparison
  const used = known.filter(({ words }) => words >= fewestWords).slice(0, mostKnown)
  const uncompared = { known: used.length, distance: null, threshold, measures: [] }
  if (used.length < fewestKnown) return { ...uncompared, outcome: 'too-few' }
  if (text.words < fewestWords) return { ...uncompared, outcome: 'too-short' }
  const distance = combinedDistance(writingDistances(used, text, scales), releasedComparison)
  return {
    outcome: distance > threshold ? 'differs' : 'in-line',
    known: used.length,
    distance,
    threshold,
    measures: measuresOf(used, text, scales),
  }
}

/** The places of these measures in a profile's `style`. */
const shown = [
  { name: 'sentence-words', place: 0 },
  { name: 'word-letters', place: 2 },
  { name: 'word-variety', place: 4 },
] as const

function measuresOf(known: readonly WritingProfile[], text: WritingProfile, { words_and_marks }: ProfileScales): ComparedMeasure[] {
  const words = known.map((profile) => standardiseValues(profile.words_and_marks, words_and_marks))
  const measureOf = (name: ComparedMeasure['name'], value: number, own: readonly number[]): ComparedMeasure => ({
    name,
    value,
    low: Math.min(...own),
    high: Math.max(...own),
  })
  return [
    ...shown.map(({ name, place }) =>
      measureOf(
        name,
        text.style[place] ?? 0,
        known.map(({ style }) => style[place] ?? 0),
      ),
    ),
    measureOf(
      'function-word-distance',
      delta(meanOf(words), standardiseValues(text.words_and_marks, words_and_marks)),
      ownDistances(words, delta),
    ),
  ]
}
