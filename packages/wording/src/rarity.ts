import type { Calibration } from '@penmark/contract'

/**
 * How rare a score is among human texts of the same length. Each `kind` has its own sentence in the report.
 * None states how many texts were compared: a report has one such number, that of its rate of mistakes.
 */
export type Rarity =
  /** About this many of 1,000 human texts score as high. */
  | { kind: 'about'; perThousand: number }
  /** Fewer than 1 of 1,000 human texts scores as high. */
  | { kind: 'fewer' }
  /**
   * None of the tested texts scored as high, but they are so few that no rate below `provablePerThousand` in
   * 1,000 can be shown.
   */
  | { kind: 'none'; provablePerThousand: number }

/**
 * Puts a p-value into words. It counts the text itself and so is never zero: with n reference texts no rate
 * below 1 / (n + 1) can be shown, however high the score. Null without reference texts.
 */
export function describeRarity({
  p_value,
  n,
  exceeding,
}: Pick<Calibration, 'p_value' | 'n' | 'exceeding'>): Rarity | null {
  if (n <= 0) return null
  const rate = p_value * 1_000
  if (rate < 1) return { kind: 'fewer' }
  if (exceeding === 0) return { kind: 'none', provablePerThousand: Math.ceil(rate) }
  return { kind: 'about', perThousand: Math.round(rate) }
}

/**
 * Human texts called AI by mistake at the threshold, and of how many; null if the number of texts was not
 * recorded.
 */
export function falsePositives({
  false_positive_rate: rate,
  false_positive_n: n,
}: Pick<Calibration, 'false_positive_rate' | 'false_positive_n'>): {
  mistaken: number
  n: number
  rate: number
} | null {
  return rate === null || n === null ? null : { mistaken: Math.round(rate * n), n, rate }
}

/**
 * Chance that at least one of `texts` human texts is called AI by mistake, 0…1, taking the texts as
 * independent.
 */
export function chanceOfFalseFlag(falsePositiveRate: number, texts: number): number {
  return 1 - (1 - falsePositiveRate) ** texts
}
