import {
  burrowsDelta,
  cosineDelta,
  distanceBeyondSpread,
  meanOf,
  type ProfileScale,
  type ProfileScales,
  standardiseValues,
  writingDistances,
} from '@penmark/detector/authorship'
import { randomStream, shuffle } from '../sampling.ts'
import { commonGrams, type Trial, type WrittenText } from './writers.ts'

interface Weights {
  weights: number[]
  bias: number
}

const rounds = 400
const rate = 0.5
const shrink = 1e-3

/**
 * Logistic regression by gradient descent on standardised values; returns weights for the values as they are.
 */
function fitWeights(rows: readonly (readonly number[])[], isPositive: readonly boolean[]): Weights {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, i) => rows.map((row) => row[i] ?? 0))
  const mean = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / rows.length)
  const sd = columns.map(
    (column, i) =>
      Math.sqrt(column.reduce((sum, value) => sum + (value - (mean[i] ?? 0)) ** 2, 0) / rows.length) || 1,
  )
  const scaled = rows.map((row) => row.map((value, i) => (value - (mean[i] ?? 0)) / (sd[i] ?? 1)))
  const weights = Array.from({ length: width }, () => 0)
  let bias = 0
  for (let round = 0; round < rounds; round++) {
    const slope = Array.from({ length: width }, () => 0)
    let biasSlope = 0
    for (const [nth, row] of scaled.entries()) {
      const sum = row.reduce((total, value, i) => total + value * (weights[i] ?? 0), bias)
      const error = 1 / (1 + Math.exp(-sum)) - (isPositive[nth] ? 1 : 0)
      biasSlope += error
      for (const [i, value] of row.entries()) slope[i] = (slope[i] ?? 0) + error * value
    }
    for (const [i, value] of slope.entries())
      weights[i] = (weights[i] ?? 0) * (1 - rate * shrink) - (rate * value) / rows.length
    bias -= (rate * biasSlope) / rows.length
  }
  const rounded = (value: number) => Number(value.toPrecision(6))
  return {
    weights: weights.map((weight, i) => rounded(weight / (sd[i] ?? 1))),
    bias: rounded(weights.reduce((sum, weight, i) => sum - (weight * (mean[i] ?? 0)) / (sd[i] ?? 1), bias)),
  }
}

export interface Method {
  name: string
  /** Grows as the text looks less like the known ones. */
  distanceOf: (trial: Trial) => number
}

const gramCount = 500
const impostorCount = 100
/** A writer with many texts must not decide what is usual. */
const textsForScales = 3

function scaleOf(vectors: readonly (readonly number[])[]): ProfileScale {
  const mean = meanOf(vectors)
  const sd = mean.map((center, i) =>
    Math.max(
      1e-6,
      Math.sqrt(vectors.reduce((sum, vector) => sum + ((vector[i] ?? 0) - center) ** 2, 0) / vectors.length),
    ),
  )
  const rounded = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(5)))
  return { mean: rounded(mean), sd: rounded(sd) }
}

/** Texts of the writers that are fitted on, some of each. */
export function textsToFit(
  writers: ReadonlyMap<string, WrittenText[]>,
  isUsed: (text: WrittenText) => boolean,
): WrittenText[] {
  return [...writers.values()].flatMap((own) =>
    own.filter((text) => text.part === 'fit' && isUsed(text)).slice(0, textsForScales),
  )
}

export function scalesOf(texts: readonly WrittenText[]): ProfileScales {
  return {
    style: scaleOf(texts.map(({ profile }) => profile.style)),
    words_and_marks: scaleOf(texts.map(({ profile }) => profile.words_and_marks)),
  }
}

/** Every value of a text is computed once. */
function remembered(of: (text: WrittenText) => number[]): (text: WrittenText) => number[] {
  const values = new Map<WrittenText, number[]>()
  return (text) => {
    const known = values.get(text)
    if (known) return known
    const value = of(text)
    values.set(text, value)
    return value
  }
}

function combine(
  trials: readonly Trial[],
  featuresOf: (trial: Trial) => number[],
): { weights: Weights; distanceOf: Method['distanceOf'] } {
  const fitted = trials.filter(({ part }) => part === 'fit')
  const weights = fitWeights(
    fitted.map(featuresOf),
    fitted.map(({ kind }) => kind === 'other' || kind === 'machine'),
  )
  return {
    weights,
    distanceOf: (trial) =>
      featuresOf(trial).reduce((sum, value, i) => sum + value * (weights.weights[i] ?? 0), weights.bias),
  }
}

/** The released method first. `scales` come from texts whose statistics may be shipped. */
export function makeMethods(
  trials: readonly Trial[],
  fitted: readonly WrittenText[],
  scales: ProfileScales,
  seed: number,
) {
  const common = commonGrams(fitted, gramCount)
  const gramsOf = (text: WrittenText) => common.map((gram) => text.grams.get(gram) ?? 0)
  const gramScale = scaleOf(fitted.map(gramsOf))
  const grams = remembered((text) => standardiseValues(gramsOf(text), gramScale))
  const words = remembered((text) => standardiseValues(text.profile.words_and_marks, scales.words_and_marks))
  const style = remembered((text) => standardiseValues(text.profile.style, scales.style))
  const impostors = shuffle([...fitted], randomStream(seed)).slice(0, impostorCount)

  /** The share of the impostors that are nearer to the text than the known ones. */
  const byImpostors =
    (of: typeof grams): Method['distanceOf'] =>
    ({ known, text, writer }) => {
      const own = cosineDelta(meanOf(known.map(of)), of(text))
      const others = impostors.filter((one) => one.writer !== writer && one.writer !== text.writer)
      return others.filter((one) => cosineDelta(of(one), of(text)) < own).length / others.length
    }
  const by =
    (of: typeof grams, distance: typeof burrowsDelta) =>
    ({ known, text }: Trial) =>
      distance(meanOf(known.map(of)), of(text))
  const beyond =
    (of: typeof grams, distance: typeof burrowsDelta) =>
    ({ known, text }: Trial) =>
      distanceBeyondSpread(known.map(of), of(text), distance)
  const plain: Method[] = [
    { name: 'style measures', distanceOf: by(style, burrowsDelta) },
    {
      name: 'style measures, beyond the known texts’ own distances',
      distanceOf: beyond(style, burrowsDelta),
    },
    { name: 'function words, Burrows’s Delta', distanceOf: by(words, burrowsDelta) },
    {
      name: 'function words, beyond the known texts’ own distances',
      distanceOf: beyond(words, burrowsDelta),
    },
    { name: 'function words, cosine Delta', distanceOf: by(words, cosineDelta) },
    { name: 'character 4-grams, Burrows’s Delta', distanceOf: by(grams, burrowsDelta) },
    {
      name: 'character 4-grams, beyond the known texts’ own distances',
      distanceOf: beyond(grams, burrowsDelta),
    },
    { name: 'character 4-grams, cosine Delta', distanceOf: by(grams, cosineDelta) },
    { name: 'impostors on character 4-grams', distanceOf: byImpostors(grams) },
    { name: 'impostors on function words', distanceOf: byImpostors(words) },
  ]
  const released = combine(trials, ({ known, text }) =>
    writingDistances(
      known.map(({ profile }) => profile),
      text.profile,
      scales,
    ),
  )
  const everything = combine(trials, (trial) => plain.map(({ distanceOf }) => distanceOf(trial)))
  return {
    released: released.weights,
    methods: [
      { name: 'style measures and function words together (released)', distanceOf: released.distanceOf },
      { name: 'all of them together', distanceOf: everything.distanceOf },
      ...plain,
    ],
  }
}
