/**
 * Combines the windows around a sentence and the whole text into a statement about the sentence, in a text by two authors. Fitted on
 * spliced texts. Only used for texts that have a finding.
 */
export interface PlaceModel {
  /** One weight per feature, in the order of `describePlaces`, and a constant. */
  weights: number[]
  bias: number
  /** Probability that a sentence has the same author as the one before it. */
  stay: number
  /** Log-odds from which a sentence of a text with a finding belongs to a passage, and to a strong one. */
  light: number
  strong: number
}

const largest = 20

/** Smooths log-odds along a text with a hidden Markov chain of two authors, read forwards and backwards. */
export function smoothed(logOdds: readonly number[], stay: number): number[] {
  const n = logOdds.length
  const likelihood = logOdds.map((odds) => 1 / (1 + Math.exp(-Math.max(-largest, Math.min(largest, odds)))))
  const forward = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const before = i === 0 ? 0.5 : (forward[i - 1] as number) * stay + (1 - (forward[i - 1] as number)) * (1 - stay)
    const p = likelihood[i] as number
    forward[i] = (before * p) / (before * p + (1 - before) * (1 - p))
  }
  const out = Array.from({ length: n }, () => 0)
  let machine = 0.5
  for (let i = n - 1; i >= 0; i--) {
    const f = forward[i] as number
    out[i] = Math.log(f + 1e-9) - Math.log(1 - f + 1e-9) + Math.log(machine) - Math.log(1 - machine)
    const p = likelihood[i] as number
    const up = machine * p
    const down = (1 - machine) * (1 - p)
    const same = up * stay + down * (1 - stay)
    const other = up * (1 - stay) + down * stay
    machine = same / (same + other)
  }
  return out
}
