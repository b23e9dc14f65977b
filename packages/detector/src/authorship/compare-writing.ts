import type { WritingProfile } from './profile.ts'
import released from './released.json' with { type: 'json' }

export { profileOf, profileVersion, type WritingProfile } from './profile.ts'

/** Mean and standard deviation of every value of a profile over texts of many writers. */
export interface ProfileScale {
  mean: readonly number[]
  sd: readonly number[]
}

export interface ProfileScales {
  style: ProfileScale
  words_and_marks: ProfileScale
}

/** One odd value must not decide a comparison. */
const largestDeviation = 4

export function standardiseValues(values: readonly number[], { mean, sd }: ProfileScale): number[] {
  return values.map((value, i) =>
    Math.max(-largestDeviation, Math.min(largestDeviation, (value - (mean[i] ?? 0)) / (sd[i] ?? 1))),
  )
}

export function meanOf(vectors: readonly (readonly number[])[]): number[] {
  return (vectors[0] ?? []).map(
    (_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? 0), 0) / vectors.length,
  )
}

/** Mean difference of standardised values: Burrows's Delta. */
export function burrowsDelta(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / Math.max(1, a.length)
}

/** One minus the cosine of standardised values: the cosine Delta. */
export function cosineDelta(a: readonly number[], b: readonly number[]): number {
  let [product, squareA, squareB] = [0, 0, 0]
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0
    product += value * other
    squareA += value * value
    squareB += other * other
  }
  return 1 - product / Math.sqrt(squareA * squareB + 1e-9)
}

export type Distance = (a: readonly number[], b: readonly number[]) => number

/** The distance of each known text from the mean of the others. */
export function leaveOneOutDistances(known: readonly (readonly number[])[], distance: Distance): number[] {
  return known.map((vector, i) => distance(meanOf(known.filter((_, j) => j !== i)), vector))
}

/** How much farther a text is from the mean of the known texts than those are from each other. */
export function distanceBeyondSpread(
  known: readonly (readonly number[])[],
  text: readonly number[],
  distance: Distance,
): number {
  const spread = leaveOneOutDistances(known, distance)
  return distance(meanOf(known), text) - spread.reduce((sum, value) => sum + value, 0) / spread.length
}

/**
 * The distances of a text from at least two known texts, in the order of the released weights: style, then
 * function words.
 */
export function writingDistances(
  known: readonly WritingProfile[],
  text: WritingProfile,
  scales: ProfileScales,
): number[] {
  const style = known.map((profile) => standardiseValues(profile.style, scales.style))
  const words = known.map((profile) => standardiseValues(profile.words_and_marks, scales.words_and_marks))
  const textStyle = standardiseValues(text.style, scales.style)
  const textWords = standardiseValues(text.words_and_marks, scales.words_and_marks)
  return [
    burrowsDelta(meanOf(style), textStyle),
    distanceBeyondSpread(style, textStyle, burrowsDelta),
    burrowsDelta(meanOf(words), textWords),
    distanceBeyondSpread(words, textWords, burrowsDelta),
    cosineDelta(meanOf(words), textWords),
  ]
}

/**
 * The error rate was only measured with at least this many known texts of this length, so fewer or shorter
 * ones are not compared.
 */
export const fewestKnown = 3
export const fewestWords = 250
/** The error rate was measured with at most this many known texts. */
export const mostKnown = 8

export type WritingOutcome = 'no-difference' | 'differs' | 'too-few' | 'too-short'

/** How many of `n` texts, by how many writers, were called different. */
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
  /**
   * On writers held out from the choice of everything above: texts by the same writer as the known ones,
   * texts by others, texts by machines.
   */
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

/** The weighted sum of the distances. It grows as the text looks less like the known ones. */
export function combinedDistance(
  distances: readonly number[],
  { weights, bias }: Pick<ReleasedComparison, 'weights' | 'bias'>,
): number {
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
    outcome: distance > threshold ? 'differs' : 'no-difference',
    known: used.length,
    distance,
    threshold,
    measures: measuresOf(used, text, scales),
  }
}

/** The indices of these measures in a profile's `style`. */
const shownMeasures = [
  { name: 'sentence-words', index: 0 },
  { name: 'word-letters', index: 2 },
  { name: 'word-variety', index: 4 },
] as const

function measuresOf(
  known: readonly WritingProfile[],
  text: WritingProfile,
  { words_and_marks }: ProfileScales,
): ComparedMeasure[] {
  const words = known.map((profile) => standardiseValues(profile.words_and_marks, words_and_marks))
  const measureOf = (
    name: ComparedMeasure['name'],
    value: number,
    knownValues: readonly number[],
  ): ComparedMeasure => ({
    name,
    value,
    low: Math.min(...knownValues),
    high: Math.max(...knownValues),
  })
  return [
    ...shownMeasures.map(({ name, index }) =>
      measureOf(
        name,
        text.style[index] ?? 0,
        known.map(({ style }) => style[index] ?? 0),
      ),
    ),
    measureOf(
      'function-word-distance',
      burrowsDelta(meanOf(words), standardiseValues(text.words_and_marks, words_and_marks)),
      leaveOneOutDistances(words, burrowsDelta),
    ),
  ]
}
