import type { CalibrationBand, ScoreKnot } from './model.ts'

/** ln(0.7 / 0.3): the step on the logistic curve from a score of 0.5 to 0.7. */
const stepToStrict = Math.log(0.7 / 0.3)

/** Log-odds at which a text of so many words reaches the scores 0.5 and 0.7; between the knots, straight over ln(words). */
export function cutsAt(knots: readonly ScoreKnot[], words: number): { half: number; strict: number } {
  let above = knots.findIndex((knot) => knot.words >= words)
  if (above < 0) above = knots.length - 1
  const high = knots[above] as ScoreKnot
  const low = knots[above - 1]
  if (low === undefined || words >= high.words) return high
  const share = (Math.log(words) - Math.log(low.words)) / (Math.log(high.words) - Math.log(low.words))
  return { half: low.half + share * (high.half - low.half), strict: low.strict + share * (high.strict - low.strict) }
}

/** The score of a text of so many words, 0…1, rounded to 3 decimals. Rises with the log-odds. */
export function scoreOf(knots: readonly ScoreKnot[], words: number, logOdds: number): number {
  const { half, strict } = cutsAt(knots, Math.max(1, words))
  const slope = stepToStrict / (strict - half)
  return Math.round(1000 / (1 + Math.exp(-slope * (logOdds - half)))) / 1000
}

export function bandOf(bands: readonly CalibrationBand[], words: number): CalibrationBand | null {
  return bands.find((band) => words >= band.from && (band.to === null || words <= band.to)) ?? null
}

/** Human texts of the band that scored at least as high. */
export function exceeding(band: CalibrationBand, score: number): number {
  return band.atLeast[Math.round(score * 1000)] ?? 0
}

/** One-sided split-conformal p-value. */
export function pValue(band: CalibrationBand, score: number): number {
  return (1 + exceeding(band, score)) / (band.n + 1)
}
