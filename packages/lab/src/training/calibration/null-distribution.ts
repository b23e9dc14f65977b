import type { Kind, KindOffset, LengthScale, NullBand } from '@penmark/detector/lab'
import { grouped, randomStream } from '../../sampling.ts'
import { crop, isProtected, type Part, statisticOf, type Unseen, wholeOf } from '../dataset/stretches.ts'
import { documentBands, windowBands } from './bands.ts'
import { betaQuantile, lnBeta } from './beta.ts'

/** At most this share of the dated student texts of a length reaches a score of 0.5. */
export const flaggedRate = 0.001
/**
 * The thresholds are chosen for this share, because the released reader trained longer and is surer than
 * those that choose them.
 */
export const chosenRate = 0.0004
/**
 * Texts of these lengths, as numbers of words, whose thresholds are chosen for a smaller share: at `chosenRate` an
 * essay by a learner of English, which chose no threshold, was flagged (docs/experiments/training.md).
 */
const carefulRates: ReadonlyMap<number, number> = new Map([[250, 0.0003]])
/** At most this share of the dated student texts of a length reaches a score of 0.3. */
export const unusualRate = 0.01
/**
 * No dated student source may be flagged more often than this: the one-sided 95 % upper bound of its rate
 * must not exceed this.
 */
export const sourceRate = 0.005
/**
 * The fewest texts of a source to which `sourceRate` applies. Fewer texts say too little about their source.
 */
export const smallestSource = 200
/**
 * This share of a source's texts chooses the thresholds, so a source needs only this share of
 * `smallestSource` here.
 */
const choosingShare = 0.75
/** Words of the crops for which `chooseScales` measures the log-odds. */
const lengths = [50, 75, 100, 150, 200, 300, 450, 700]
/**
 * A scale maps the median log-odds of a length to 0, and the log-odds that this share of the texts reaches to
 * 1.
 */
const unitRate = 0.002
/**
 * Shares of texts for which the null distribution stores the statistic that they reach, besides `unusualRate`
 * and `flaggedRate`.
 */
const bodyRates = [0.99, 0.95, 0.9, 0.75, 0.5, 0.35, 0.2, 0.1, 0.05, 0.03, 0.02]
/**
 * If fewer texts than this are expected to reach the chosen share, its threshold is also extrapolated from the height of
 * the tail.
 */
const enoughForTail = 3
/** The threshold of a score of 0.5 is at least this far above that of 0.3, as a difference of statistics. */
const minThresholdGap = 0.01
/** Words of the longest window in the last band, which has no end. */
const longestWindow = 120
/** Abstracts only get an offset if there are at least this many of them. */
const fewestOfKind = 200

/**
 * Log-odds of student texts by length, from crops, so that every text contributes to every length that it can
 * fill.
 */
export function chooseScales(humans: readonly Unseen[], seed: number): LengthScale[] {
  const random = randomStream(seed)
  const students = humans.filter(isProtected)
  return lengths.map((words) => {
    const odds = students.flatMap((human) => {
      const part = crop(human.example, words, random)
      return part === null ? [] : [human.odds(part.from, part.to)]
    })
    const middle = upperQuantile(odds, 0.5)
    const round = (value: number): number => Number(value.toFixed(4))
    return { words, middle: round(middle), unit: round(upperQuantile(odds, unitRate) - middle) }
  })
}

/** A human text, or a part of one, scanned at a length. */
export interface Scanned {
  source: string
  isProtected: boolean
  isAbstract: boolean
  kind: Kind | null
  statistic: number
  /**
   * A near-duplicate came before, such as another draft of an essay. It only counts for its source's limit.
   */
  isRepeat: boolean
}

function scanned(human: Unseen, part: Part, scales: readonly LengthScale[], isRepeat = false): Scanned {
  const { item } = human.example
  return {
    source: item.source.name,
    isProtected: isProtected(human),
    isAbstract: item.domain === 'abstract',
    kind: human.kind(part.from, part.to),
    statistic: statisticOf(human, part, scales),
    isRepeat,
  }
}

/** Whole texts by length band. */
export function scanWholes(humans: readonly Unseen[], scales: readonly LengthScale[]): Scanned[][] {
  const seen = new Set<number>()
  const wholes = humans.map((human) => {
    const { cluster } = human.example.item
    const isRepeat = seen.has(cluster)
    seen.add(cluster)
    return { human, part: wholeOf(human.example), isRepeat }
  })
  return documentBands.map(([from, to]) =>
    wholes
      .filter(({ part: { starts } }) => starts.length >= from && (to === null || starts.length <= to))
      .map(({ human, part, isRepeat }) => scanned(human, part, scales, isRepeat)),
  )
}

/** A part of every text in every window band. */
export function scanWindows(
  humans: readonly Unseen[],
  scales: readonly LengthScale[],
  seed: number,
): Scanned[][] {
  const random = randomStream(seed)
  return windowBands.map(([from, to]) =>
    humans.flatMap((human) => {
      const words = Math.floor(from + random() * ((to ?? longestWindow) - from + 1))
      const part = crop(human.example, words, random)
      return part === null ? [] : [scanned(human, part, scales)]
    }),
  )
}

/** Candidates for `priorStrength`, in texts. */
const strengths = [50, 100, 200, 300, 500, 800, 1200, 2000]

/**
 * How strongly the rate of a source is shrunk towards the pool, as a number of texts of the pool to add to
 * each source. It is the candidate that makes the observed counts above a score of 0.5 most likely under a
 * beta-binomial distribution. Without it, a source with few texts would be judged by them alone.
 */
export function priorStrength(bands: readonly (readonly Scanned[])[]): number {
  const counts = new Map<string, { reaching: number; n: number }>()
  for (const list of bands) {
    const threshold = upperQuantile(
      list.map(({ statistic }) => statistic),
      chosenRate,
    )
    for (const { source, statistic } of list) {
      const count = counts.get(source) ?? { reaching: 0, n: 0 }
      count.n++
      if (statistic >= threshold) count.reaching++
      counts.set(source, count)
    }
  }
  const likelihood = (strength: number): number =>
    [...counts.values()].reduce((sum, { reaching, n }) => {
      const [a, b] = [chosenRate * strength, (1 - chosenRate) * strength]
      return sum + lnBeta(reaching + a, n - reaching + b) - lnBeta(a, b)
    }, 0)
  return strengths.reduce((best, strength) => (likelihood(strength) > likelihood(best) ? strength : best))
}

/**
 * The one-sided 95 % upper bound of the rate of a source: the 0.95 quantile of its Beta posterior, with
 * `prior` texts at the rate of the pool.
 */
export function shrunkBound(reaching: number, n: number, prior: number): number {
  return betaQuantile(0.95, reaching + chosenRate * prior, n - reaching + (1 - chosenRate) * prior)
}

/**
 * Raises thresholds in place until every source keeps its limit over all lengths together. Each step raises
 * the threshold of the length whose text exceeds it by least, to just above that text.
 */
export function keepSourceLimits(
  thresholds: number[],
  bands: readonly (readonly Scanned[])[],
  prior: number,
): void {
  const placed = bands.flatMap((list, band) =>
    list.map(({ source, statistic }) => ({ source, statistic, band })),
  )
  for (const list of grouped(placed, ({ source }) => source).values()) {
    if (list.length < choosingShare * smallestSource) continue
    for (;;) {
      const above = list.filter(({ statistic, band }) => statistic >= (thresholds[band] as number))
      if (shrunkBound(above.length, list.length, prior) <= sourceRate) break
      const margin = (one: (typeof above)[number]): number => one.statistic - (thresholds[one.band] as number)
      const lowest = above.reduce((one, other) => (margin(other) < margin(one) ? other : one))
      thresholds[lowest.band] = lowest.statistic + 1e-4
    }
  }
}

interface Tail {
  values: number[]
  /** The threshold of a score of 0.3. */
  unusual: number
  /** The mean excess over `unusual` of the values above it. */
  height: number
  /** The threshold of a score of 0.5 for all sources together. */
  pooled: number
}

function tailOf(texts: readonly Scanned[], rate = chosenRate): Tail {
  const values = texts.map(({ statistic }) => statistic)
  const unusual = upperQuantile(values, unusualRate)
  const height = tailHeight(values, unusual)
  const extrapolated = unusual + height * Math.log(unusualRate / rate)
  const counted = upperQuantile(values, rate)
  const pooled = values.length >= enoughForTail / rate ? counted : Math.max(counted, extrapolated)
  return { values, unusual, height, pooled: Math.max(pooled, unusual + minThresholdGap) }
}

function nullBand(
  [from, to]: readonly [number, number | null],
  { values, unusual, height }: Tail,
  threshold: number,
): NullBand {
  const body = bodyRates.map((rate) => ({ rate, at: upperQuantile(values, rate) }))
  const points = [...body, { rate: unusualRate, at: unusual }, { rate: flaggedRate, at: threshold }]
  const round = (value: number): number => Number(value.toFixed(4))
  return {
    from,
    to,
    n: values.length,
    statistic: points.map(({ at }) => round(at)),
    rarity: points.map(({ rate }) => round(-Math.log10(rate))),
    tail: round(1 / (Math.max(height, 0.05) * Math.LN10)),
  }
}

/**
 * How much to lower the statistic of each kind of text, so that its human texts keep the limit of a source.
 */
export function chooseOffsets(
  bands: readonly (readonly Scanned[])[],
  nulls: readonly NullBand[],
): KindOffset[] {
  const above = bands.flatMap((list, band) =>
    list
      .filter(({ isAbstract, kind }) => isAbstract && kind === 'abstract')
      .map(({ statistic }) => statistic - (nulls[band]?.statistic.at(-1) ?? 0)),
  )
  if (above.length < fewestOfKind) return []
  const by = upperQuantile(above, sourceRate)
  return by <= 0 ? [] : [{ kind: 'abstract', by: Math.ceil(by * 1e4) / 1e4 }]
}

/** Null distributions of whole texts by length. */
export function fitNullDistributions(bands: readonly (readonly Scanned[])[]): NullBand[] {
  const texts = documentBands.map((_, i) => (bands[i] ?? []).filter((one) => one.isProtected))
  const single = texts.map((list) => list.filter(({ isRepeat }) => !isRepeat))
  const tails = single.map((list, i) => tailOf(list, carefulRates.get(documentBands[i]?.[0] ?? 0)))
  const thresholds = tails.map(({ pooled }) => pooled)
  keepSourceLimits(thresholds, texts, priorStrength(single))
  return documentBands.map((band, i) => nullBand(band, tails[i] as Tail, thresholds[i] as number))
}

/** Null distributions of single windows. They make no finding, so no source has a limit of its own. */
export function fitWindowNullDistributions(bands: readonly (readonly Scanned[])[]): NullBand[] {
  return windowBands.map((band, i) => {
    const tail = tailOf((bands[i] ?? []).filter((one) => one.isProtected))
    return nullBand(band, tail, tail.pooled)
  })
}

/** A number just above one of the values, so that at most the share `rate` of the values reaches it. */
export function upperQuantile(values: readonly number[], rate: number): number {
  const sorted = Float64Array.from(values).sort()
  const allowed = Math.floor(rate * sorted.length)
  return (sorted[sorted.length - 1 - allowed] ?? 0) + 1e-6
}

/** The mean excess of the values beyond the start of a tail. */
export function tailHeight(values: readonly number[], start: number): number {
  const tail = values.filter((value) => value > start)
  return tail.reduce((sum, value) => sum + value - start, 0) / Math.max(1, tail.length)
}
