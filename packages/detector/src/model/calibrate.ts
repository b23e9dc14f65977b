import type { Kind } from './kind.ts'
import type { CalibrationBand, Model, ProbabilityBand, ScoreKnot } from './model.ts'

/** ln(0.7 / 0.3): the step on the logistic curve from a score of 0.5 to 0.7. */
const stepToStrict = Math.log(0.7 / 0.3)

/** The cuts for a kind of writing; the strictest where the kind is in doubt or was not measured. */
export function knotsFor({ knots, kindCuts }: Pick<Model, 'knots' | 'kindCuts'>, kind: Kind | null): readonly ScoreKnot[] {
  return kindCuts.find((cuts) => cuts.kind === kind)?.knots ?? knots
}

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

/** Log-odds above the cut, in steps from the score 0.5 to 0.7: alike for all lengths and kinds, and rising with the score. */
export function aboveCut(knots: readonly ScoreKnot[], words: number, logOdds: number): number {
  const { half, strict } = cutsAt(knots, Math.max(1, words))
  return (logOdds - half) / (strict - half)
}

/** Straight between the measured points, level beyond them. */
export function shareAt({ above, share }: ProbabilityBand, value: number): number {
  const next = above.findIndex((at) => at >= value)
  if (next === 0 || above.length === 0) return share[0] ?? 0.5
  if (next < 0) return share.at(-1) as number
  const low = above[next - 1] as number
  const part = (value - low) / ((above[next] as number) - low)
  return (share[next - 1] as number) + part * ((share[next] as number) - (share[next - 1] as number))
}

/** The score of a text of so many words, 0…1, rounded to 3 decimals. Rises with the log-odds. */
export function scoreOf(knots: readonly ScoreKnot[], words: number, logOdds: number): number {
  return Math.round(1000 / (1 + Math.exp(-stepToStrict * aboveCut(knots, words, logOdds)))) / 1000
}

export function bandOf<T extends { from: number; to: number | null }>(bands: readonly T[], words: number): T | null {
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
