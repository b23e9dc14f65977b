/** A source's rare scores are estimated from its highest twentieth too: above it, scores of people thin out exponentially. */
const tailShare = 0.05

/** The smallest of the values that at most a share of `rate` of them reaches. */
export function upperQuantile(values: readonly number[], rate: number): number {
  const sorted = Float64Array.from(values).sort()
  const allowed = Math.floor(rate * sorted.length)
  return (sorted[sorted.length - 1 - allowed] ?? 0) + 1e-6
}

/** Like `upperQuantile` for few values, and never lower: the mean height of the tail says how far beyond its foot a rarer value lies. */
export function tailQuantile(values: readonly number[], rate: number): number {
  const foot = upperQuantile(values, tailShare)
  const tail = values.filter((value) => value > foot)
  const height = tail.reduce((sum, value) => sum + value - foot, 0) / Math.max(1, tail.length)
  return Math.max(upperQuantile(values, rate), foot + height * Math.log(tailShare / rate))
}
