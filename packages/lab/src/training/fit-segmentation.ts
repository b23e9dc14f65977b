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
import { type LabelledSplice, makeSplices } from '../corpora/splices.ts'
import { allTokens, type StoredReadings } from '../encoder/stored-readings.ts'
import { Progress } from '../progress.ts'
import { fitLogisticRegression } from './logistic-regression.ts'

/** Spliced texts per family of sources. */
const splicesPerFamily = 360
/**
 * Segmentation only applies to texts with a finding, so commoner texts are not used to fit it. A rarity is
 * −log10 of the share of human texts that score as high: 2 is one text in 100.
 */
const minRarity = 2
/** Candidates for the probability that neighbouring sentences have the same author. */
const stayProbabilities = [0.8, 0.9, 0.95]
/** Candidates for the log-odds from which a sentence belongs to a passage. */
const passageLogOdds = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]
/** At least this share of the words in strongly marked sentences must be the machine's. */
const strongPrecision = 0.95
/** From this share of machine-made words on, a text counts as entirely machine-made in `shareError`. */
const wholeTextShare = 0.75

interface Described {
  features: Float64Array[]
  ai: boolean[]
  words: number[]
}

/** Both readers, neither of which has seen the family. */
interface Judge {
  predictor: Predictor
  readings: StoredReadings | null
}

/** A text split into sentences, each labelled by the author of most of its characters. */
async function describeSplice(
  { predictor, readings }: Judge,
  { text, isMachine }: LabelledSplice,
): Promise<Described & { rarityIn: (policy: Pick<Model, 'scales' | 'nulls'>) => number }> {
  const reading = read(text)
  const prepared = predictor.prepare(reading.tokens, readings && (await readings.read(reading.tokens)))
  const sentences = reading.paragraphs
    .flatMap((paragraph) => paragraph.sentences)
    .filter(({ from, to }) => to > from)
  const logOdds = predictor.logOdds(prepared)
  const { size } = prepared.facts
  return {
    features: segmentationFeatures(predictor, prepared, sentences, logOdds),
    words: sentences.map(({ words }) => words),
    ai: sentences.map(({ start, end }) => {
      let machine = 0
      for (let i = start; i < end; i++) machine += isMachine[i] as number
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

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const shareOf = (flags: readonly boolean[], words: readonly number[]): number =>
  sumOf(words.filter((_, i) => flags[i] === true)) / Math.max(1, sumOf(words))

/**
 * The mean error of stated shares. Entirely machine-made texts weigh as much as all others together, because
 * most texts with a finding are entirely machine-made.
 */
function shareError(splices: readonly Described[], model: SegmentationModel): number {
  const errors = splices.map(({ features, ai, words }) => {
    const found = withoutShortRuns(
      segmentationLogOdds(model, features).map((odds) => odds >= model.light),
      words,
    )
    const truth = shareOf(ai, words)
    return { isWhole: truth >= wholeTextShare, error: Math.abs(shareOf(found, words) - truth) }
  })
  const mean = (whole: boolean): number => {
    const here = errors.filter(({ isWhole }) => isWhole === whole)
    return sumOf(here.map(({ error }) => error)) / Math.max(1, here.length)
  }
  return (mean(true) + mean(false)) / 2
}

/** The lowest log-odds above which the share `strongPrecision` of the words is the machine's. */
function strongLogOdds(splices: readonly Described[], model: SegmentationModel): number {
  const rows = splices
    .flatMap(({ features, ai, words }) =>
      segmentationLogOdds(model, features).map((odds, i) => ({
        odds,
        ai: ai[i] === true,
        words: words[i] as number,
      })),
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
export async function fitSegmentation(
  items: readonly Item[],
  judgeOf: (family: number) => Judge,
  policy: Pick<Model, 'scales' | 'nulls'>,
  seed: number,
): Promise<SegmentationModel> {
  const progress = new Progress('fit the segmentation', 1)
  const all: Awaited<ReturnType<typeof describeSplice>>[] = []
  for (let family = 0; family < familyCount; family++) {
    const judge = judgeOf(family)
    const made = makeSplices(items, family, splicesPerFamily, seed)
    await judge.readings?.readMissing(
      made.map(({ text }) => text),
      allTokens,
      'fit the segmentation: read in context',
    )
    for (const one of made) all.push(await describeSplice(judge, one))
  }
  const splices = all.filter(({ rarityIn }) => rarityIn(policy) >= minRarity)
  const rows = splices.flatMap(({ features, ai }) =>
    features.map((one, i) => ({ features: one, isPositive: ai[i] === true })),
  )
  const linear = fitLogisticRegression(rows, segmentationFeatureCount)
  const candidates = stayProbabilities.flatMap((stay) =>
    passageLogOdds.map((light): SegmentationModel => ({ ...linear, stay, light, strong: light })),
  )
  const best = candidates
    .map((model) => ({ model, error: shareError(splices, model) }))
    .reduce((one, other) => (other.error < one.error ? other : one))
  progress.end(
    `${splices.length} of ${all.length} splices, ${rows.length} sentences, stay ${best.model.stay}, light ${best.model.light}, error ${best.error.toFixed(3)}`,
  )
  return { ...best.model, strong: Number(strongLogOdds(splices, best.model).toPrecision(6)) }
}
