import type { Calibration } from '../report.ts'

/**
 * How rare a score is among human texts of the same length, in whole texts of a thousand:
 * `about` N of them score this high; `fewer` than 1 does; `none` of the n did and n is too small to say less than `atBest`.
 */
export type Rarity =
  | { kind: 'about'; perThousand: number; n: number }
  | { kind: 'fewer'; n: number }
  | { kind: 'fewer-none'; n: number }
  | { kind: 'none'; n: number; atBest: number }

/**
 * Reads the p-value, which counts the text itself and so is never zero: with n reference texts no rate below 1 / (n + 1) can be shown,
 * however clear the score. Null without a comparison.
 */
export function rarityOf({ p_value, n, exceeding }: Calibration): Rarity | null {
  if (n <= 0) return null
  const perThousand = p_value * 1_000
  if (exceeding === 0) return perThousand < 1 ? { kind: 'fewer-none', n } : { kind: 'none', n, atBest: Math.ceil(perThousand) }
  if (perThousand < 1) return { kind: 'fewer', n }
  return { kind: 'about', perThousand: Math.round(perThousand), n }
}

/** Human texts called AI by mistake at the threshold, and of how many; null if the number of texts was not recorded. */
export function falsePositives({
  false_positive_rate: rate,
  false_positive_n: n,
}: Calibration): { mistaken: number; n: number; rate: number } | null {
  return rate === null || n === null ? null : { mistaken: Math.round(rate * n), n, rate }
}

/** Chance that at least one of `texts` human texts is called AI by mistake, 0…1, taking the texts as independent. */
export function chanceOfFalseFlag(falsePositiveRate: number, texts: number): number {
  return 1 - (1 - falsePositiveRate) ** texts
}
