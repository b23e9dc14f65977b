import type { CalibrationBand, LengthScale, NullBand, ProbabilityBand } from './model.ts'

/**
 * Longer texts contain more stretches than those behind the null distribution, so they must be
 * correspondingly rarer.
 */
const calibratedWords = 1000
/**
 * A score of 0.3 is reached by one student text in a hundred, 0.5 by one in a thousand, 0.7 by one in ten
 * thousand.
 */
const unusual = { rarity: 2, score: 0.3 }
const flagged = { rarity: 3, score: 0.5 }
/** The rarity at which the score is 0.5. */
export const flaggedRarity = flagged.rarity
/**
 * Beyond 0.5 the score's distance to 1 shrinks at this rate per unit of rarity, which makes it 0.7 at a
 * rarity of 4.
 */
const decay = Math.log(0.5 / 0.3)

/** Log-odds of this many words on the scale common to all lengths, interpolated linearly over ln(words). */
export function standardise(scales: readonly LengthScale[], words: number, logOdds: number): number {
  const { middle, unit } = scaleAt(scales, words)
  return (logOdds - middle) / unit
}

/** Log-odds at which a stretch of this many words reaches a value of the common scale. */
export function logOddsAt(scales: readonly LengthScale[], words: number, value: number): number {
  const { middle, unit } = scaleAt(scales, words)
  return middle + unit * value
}

function scaleAt(scales: readonly LengthScale[], words: number): Pick<LengthScale, 'middle' | 'unit'> {
  const above = scales.findIndex((scale) => scale.words >= words)
  const high = scales.at(above) as LengthScale
  const low = scales[above - 1]
  if (above <= 0 || low === undefined) return high
  const share = (Math.log(words) - Math.log(low.words)) / (Math.log(high.words) - Math.log(low.words))
  return {
    middle: low.middle + share * (high.middle - low.middle),
    unit: low.unit + share * (high.unit - low.unit),
  }
}

/**
 * How rare a statistic is among student texts: 2 if one in a hundred reaches it, 3 if one in a thousand does.
 * Linear between the measured points; beyond the last the tail is exponential.
 */
export function rarityOf({ statistic, rarity, tail }: NullBand, value: number, words: number): number {
  const longer = Math.log10(Math.max(1, words / calibratedWords))
  const next = statistic.findIndex((at) => at >= value)
  if (next === 0) return 0
  if (next < 0) return (rarity.at(-1) ?? 0) + tail * (value - (statistic.at(-1) ?? 0)) - longer
  const low = statistic[next - 1] as number
  const part = (value - low) / ((statistic[next] as number) - low)
  const here = (rarity[next - 1] as number) + part * ((rarity[next] as number) - (rarity[next - 1] as number))
  return Math.max(0, here - longer)
}

/** The statistic at which a rarity is reached. */
export function statisticAt({ statistic, rarity, tail }: NullBand, wanted: number): number {
  const next = rarity.findIndex((at) => at >= wanted)
  if (next < 0) return (statistic.at(-1) ?? 0) + (wanted - (rarity.at(-1) ?? 0)) / tail
  if (next === 0) return statistic[0] ?? 0
  const low = rarity[next - 1] as number
  const part = (wanted - low) / ((rarity[next] as number) - low)
  return (
    (statistic[next - 1] as number) + part * ((statistic[next] as number) - (statistic[next - 1] as number))
  )
}

/** The score of a rarity, 0…1, rounded to 3 decimals. Nothing else affects the score. */
export function scoreOf(rarity: number): number {
  return Math.round(1000 * curve(Math.max(0, rarity))) / 1000
}

function curve(rarity: number): number {
  if (rarity <= unusual.rarity) return (rarity * unusual.score) / unusual.rarity
  if (rarity <= flagged.rarity)
    return (
      unusual.score +
      ((rarity - unusual.rarity) * (flagged.score - unusual.score)) / (flagged.rarity - unusual.rarity)
    )
  return 1 - (1 - flagged.score) * Math.exp(-decay * (rarity - flagged.rarity))
}

/** Linear between the measured points, constant beyond them. */
export function shareAt({ above, share }: ProbabilityBand, value: number): number {
  const next = above.findIndex((at) => at >= value)
  if (next === 0 || above.length === 0) return share[0] ?? 0.5
  if (next < 0) return share.at(-1) as number
  const low = above[next - 1] as number
  const part = (value - low) / ((above[next] as number) - low)
  return (share[next - 1] as number) + part * ((share[next] as number) - (share[next - 1] as number))
}

export function bandOf<T extends { from: number; to: number | null }>(
  bands: readonly T[],
  words: number,
): T | null {
  return bands.find((band) => words >= band.from && (band.to === null || words <= band.to)) ?? null
}

/** How many human texts of the band scored at least as high. */
export function exceeding(band: Pick<CalibrationBand, 'atLeast'>, score: number): number {
  return band.atLeast[Math.round(score * 1000)] ?? 0
}

/** One-sided split-conformal p-value. */
export function pValue(band: Pick<CalibrationBand, 'atLeast' | 'n'>, score: number): number {
  return (1 + exceeding(band, score)) / (band.n + 1)
}

/** The score (in steps of a thousandth) below which at most `share` of a band's human texts are. */
function scoreAt({ atLeast, n }: CalibrationBand, share: number): number {
  let step = 0
  while (step < 1000 && (atLeast[step + 1] ?? 0) > (1 - share) * n) step++
  return step / 1000
}

/** Bins of a distribution of scores. */
const bins = 20

/** How many texts of a band have which score, in equal bins; a score of 1 is in the last. */
export function distributionOf({ atLeast }: Pick<CalibrationBand, 'atLeast'>): number[] {
  const reaching = (step: number): number => atLeast[step] ?? 0
  return Array.from({ length: bins }, (_, bin) => {
    const above = bin + 1 === bins ? 0 : reaching(((bin + 1) * 1000) / bins)
    return reaching((bin * 1000) / bins) - above
  })
}

/** The score range of nine in ten human texts, and their median, 0…1. */
export interface HumanBand {
  low: number
  middle: number
  high: number
  /** Number of human texts behind the band. */
  n: number
}

/** The range of nine in ten human texts of the band. */
export function humanBandOf(band: CalibrationBand): HumanBand {
  return { low: scoreAt(band, 0.05), middle: scoreAt(band, 0.5), high: scoreAt(band, 0.95), n: band.n }
}
