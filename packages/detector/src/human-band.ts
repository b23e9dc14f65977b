import type { HumanBand } from './detection.ts'
import type { CalibrationBand } from './model/model.ts'

/** The score (in steps of a thousandth) below which at most `share` of the human texts of a band lie. */
function scoreAt({ atLeast, n }: CalibrationBand, share: number): number {
  let step = 0
  while (step < 1000 && (atLeast[step + 1] ?? 0) > (1 - share) * n) step++
  return step / 1000
}

/** Nine of ten human texts of the band lie between `low` and `high`. */
export function humanBandOf(band: CalibrationBand): HumanBand {
  return { low: scoreAt(band, 0.05), middle: scoreAt(band, 0.5), high: scoreAt(band, 0.95), n: band.n }
}
