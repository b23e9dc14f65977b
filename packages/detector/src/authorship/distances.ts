import type { WritingProfile } from './profile.ts'

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
const farthest = 4

export function standardiseValues(values: readonly number[], { mean, sd }: ProfileScale): number[] {
  return values.map((value, i) => Math.max(-farthest, Math.min(farthest, (value - (mean[i] ?? 0)) / (sd[i] ?? 1))))
}

export function meanOf(vectors: readonly (readonly number[])[]): number[] {
  return (vectors[0] ?? []).map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? 0), 0) / vectors.length)
}

/** Mean difference of standardised values: Burrows's Delta. */
export function delta(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / Math.max(1, a.length)
}

/** One minus the cosine of standardised values: the cosine Delta. */
export function cosineDelta(a: readonly number[], b: readonly number[]): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0
    product += value * other
    ofA += value * value
    ofB += other * other
  }
  return 1 - product / Math.sqrt(ofA * ofB + 1e-9)
}

export type Distance = (a: readonly number[], b: readonly number[]) => number

/** How far each of several texts lies from the mean of the others. */
export function ownDistances(known: readonly (readonly number[])[], distance: Distance): number[] {
  return known.map((one, i) => distance(meanOf(known.filter((_, j) => j !== i)), one))
}

/** The distance of a text from the mean of the known ones, beyond that of the known ones from each other. */
export function beyondOwn(known: readonly (readonly number[])[], text: readonly number[], distance: Distance): number {
  const own = ownDistances(known, distance)
  return distance(meanOf(known), text) - own.reduce((sum, value) => sum + value, 0) / own.length
}

/** The distances of a text from at least two known texts, in the order of the weights of the released comparison: style, then function words. */
export function writingDistances(known: readonly WritingProfile[], text: WritingProfile, scales: ProfileScales): number[] {
  const style = known.map((profile) => standardiseValues(profile.style, scales.style))
  const words = known.map((profile) => standardiseValues(profile.words_and_marks, scales.words_and_marks))
  const ownStyle = standardiseValues(text.style, scales.style)
  const ownWords = standardiseValues(text.words_and_marks, scales.words_and_marks)
  return [
    delta(meanOf(style), ownStyle),
    beyondOwn(style, ownStyle, delta),
    delta(meanOf(words), ownWords),
    beyondOwn(words, ownWords, delta),
    cosineDelta(meanOf(words), ownWords),
  ]
}
