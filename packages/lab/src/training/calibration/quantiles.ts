/** The smallest of the values that at most a share of `rate` of them reaches. */
export function upperQuantile(values: readonly number[], rate: number): number {
  const sorted = Float64Array.from(values).sort()
  const allowed = Math.floor(rate * sorted.length)
  return (sorted[sorted.length - 1 - allowed] ?? 0) + 1e-6
}

/** The mean excess of the values beyond the start of a tail. */
export function tailHeight(values: readonly number[], foot: number): number {
  const tail = values.filter((value) => value > foot)
  return tail.reduce((sum, value) => sum + value - foot, 0) / Math.max(1, tail.length)
}
