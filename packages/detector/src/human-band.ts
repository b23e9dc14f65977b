import type { HumanBand } from './detection.ts'
import type { CalibrationBand } from './model/model.ts'

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

/** The range of nine in ten human texts of the band. */
export function humanBandOf(band: CalibrationBand): HumanBand {
  return { low: scoreAt(band, 0.05), middle: scoreAt(band, 0.5), high: scoreAt(band, 0.95), n: band.n }
}
