import {
  bandOf,
  type Model,
  type Predictor,
  rarityOf,
  read,
  type SegmentationModel,
  scan,
  segmentationFeatureCount,
  segmentationFeatures,
  segmentationLogOdds,
  withoutShortRuns,
  wordStarts,
} from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { familyCount } from '../corpora/families.ts'
import { Progress } from '../progress.ts'
import { type LabelledSplice, makeSplices } from '../splices.ts'

/** Solves `matrix · x = right` by elimination with pivoting. The matrix must be square and regular; both arguments are overwritten. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++)
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row
    ;[matrix[column], matrix[pivot]] = [matrix[pivot] as Float64Array, matrix[column] as Float64Array]
    ;[right[column], right[pivot]] = [right[pivot] as number, right[column] as number]
    const top = matrix[column] as Float64Array
    for (let row = column + 1; row < n; row++) {
      const line = matrix[row] as Float64Array
      const factor = (line[column] as number) / (top[column] as number)
      for (let k = column; k < n; k++) line[k] = (line[k] as number) - factor * (top[k] as number)
      right[row] = (right[row] as number) - factor * (right[column] as number)
    }
  }
  for (let row = n - 1; row >= 0; row--) {
    const line = matrix[row] as Float64Array
    for (let k = row + 1; k < n; k++) right[row] = (right[row] as number) - (line[k] as number) * (right[k] as number)
    right[row] = (right[row] as number) / (line[row] as number)
  }
  return right
}

/** Spliced texts per family of sources. */
const splicesPerFamily = 360
/** Segmentation only applies to texts with a finding, so texts that are not even unusual are not used to fit it. */
const leastRarity = 2
/** Candidate values: probabilities of the same author in neighbouring sentences, and log-odds of a passage. */
const stays = [0.8, 0.9, 0.95]
const lights = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]
/** The required share of the machine's words in strong sentences. */
const strongPrecision = 0.95
/** Entirely machine-made texts are weighted as much as all others together, because most texts with a finding are such. */
const wholeFrom = 0.75

interface Described {
  features: Float64Array[]
  ai: boolean[]
  words: number[]
}

/** A text split into sentences, each labelled by the author of most of its characters. */
function describeSplice(
  predictor: Predictor,
  { text, owner }: LabelledSplice,
): Described & { rarityIn: (policy: Pick<Model, 'scales' | 'nulls'>) => number } {
  const reading = read(text)
  const prepared = predictor.prepare(reading.tokens)
  const sentences = reading.paragraphs.flatMap((paragraph) => paragraph.sentences).filter(({ from, to }) => to > from)
  const logOdds = predictor.logOdds(prepared)
  const { size } = prepared.facts
  return {
    features: segmentationFeatures(predictor, prepared, sentences, logOdds),
    words: sentences.map(({ words }) => words),
    ai: sentences.map(({ start, end }) => {
      let machine = 0
      for (let i = start; i < end; i++) machine += owner[i] as number
      return machine * 2 > end - start
    }),
    rarityIn: ({ scales, nulls }) => {
      const starts = wordStarts(prepared.facts)
      const band = bandOf(nulls, starts.length)
      if (band === null) return 0
      const { standardised } = scan({ from: 0, to: size, starts }, scales, (from, to) =>
        from === 0 && to === size ? logOdds : predictor.rangeLogOdds(prepared, from, to),
      )
      return rarityOf(band, standardised, starts.length)
    },
  }
}

/** Logistic regression by Newton's method with slight regularisation. */
function regress(rows: readonly { features: Float64Array; ai: boolean }[]): { weights: number[]; bias: number } {
  const size = segmentationFeatureCount + 1
  const weights = new Float64Array(size)
  for (let step = 0; step < 12; step++) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, (_, i) => new Float64Array(size).fill(0).map((_, k) => (i === k ? 1 : 0)))
    for (let i = 0; i < size - 1; i++) gradient[i] = -(weights[i] as number)
    for (const { features, ai } of rows) {
      const x = [...features, 1]
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)))
      const slope = p * (1 - p)
      for (let i = 0; i < size; i++) {
        gradient[i] = (gradient[i] as number) + ((ai ? 1 : 0) - p) * (x[i] as number)
        const row = curvature[i] as Float64Array
        for (let k = 0; k < size; k++) row[k] = (row[k] as number) + slope * (x[i] as number) * (x[k] as number)
      }
    }
    solve(curvature, gradient).forEach((change, i) => {
      weights[i] = (weights[i] as number) + change
    })
  }
  const round = (value: number): number => Number(value.toPrecision(6))
  return {
    weights: Array.from(weights.subarray(0, segmentationFeatureCount), round),
    bias: round(weights[segmentationFeatureCount] as number),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const shareOf = (flags: readonly boolean[], words: readonly number[]): number =>
  sumOf(words.filter((_, i) => flags[i] === true)) / Math.max(1, sumOf(words))

/** The mean error of stated shares, with entirely machine-made and other texts weighted equally. */
function shareError(splices: readonly Described[], model: SegmentationModel): number {
  const errors = splices.map(({ features, ai, words }) => {
    const found = withoutShortRuns(
      segmentationLogOdds(model, features).map((odds) => odds >= model.light),
      words,
    )
    const truth = shareOf(ai, words)
    return { isWhole: truth >= wholeFrom, error: Math.abs(shareOf(found, words) - truth) }
  })
  const mean = (whole: boolean): number => {
    const here = errors.filter(({ isWhole }) => isWhole === whole)
    return sumOf(here.map(({ error }) => error)) / Math.max(1, here.length)
  }
  return (mean(true) + mean(false)) / 2
}

/** The log-odds above which nearly all words are the machine's. */
function strongFrom(splices: readonly Described[], model: SegmentationModel): number {
  const rows = splices
    .flatMap(({ features, ai, words }) =>
      segmentationLogOdds(model, features).map((odds, i) => ({ odds, ai: ai[i] === true, words: words[i] as number })),
    )
    .toSorted((a, b) => b.odds - a.odds)
  let words = 0
  let machine = 0
  let threshold = rows[0]?.odds ?? model.light
  for (const one of rows) {
    words += one.words
    if (one.ai) machine += one.words
    if (machine >= strongPrecision * words) threshold = one.odds
  }
  return Math.max(threshold, model.light)
}

/** Fits the segmentation on spliced texts, scored by models that have seen nothing of their family. */
export function fitSegmentation(
  items: readonly Item[],
  predictorOf: (family: number) => Predictor,
  policy: Pick<Model, 'scales' | 'nulls'>,
  seed: number,
): SegmentationModel {
  const progress = new Progress('fit the segmentation', 1)
  const all = Array.from({ length: familyCount }, (_, family) =>
    makeSplices(items, family, splicesPerFamily, seed).map((one) => describeSplice(predictorOf(family), one)),
  ).flat()
  const splices = all.filter(({ rarityIn }) => rarityIn(policy) >= leastRarity)
  const rows = splices.flatMap(({ features, ai }) => features.map((one, i) => ({ features: one, ai: ai[i] === true })))
  const linear = regress(rows)
  const candidates = stays.flatMap((stay) => lights.map((light): SegmentationModel => ({ ...linear, stay, light, strong: light })))
  const best = candidates
    .map((model) => ({ model, error: shareError(splices, model) }))
    .reduce((one, other) => (other.error < one.error ? other : one))
  progress.end(
    `${splices.length} of ${all.length} splices, ${rows.length} sentences, stay ${best.model.stay}, light ${best.model.light}, error ${best.error.toFixed(3)}`,
  )
  return { ...best.model, strong: Number(strongFrom(splices, best.model).toPrecision(6)) }
}
