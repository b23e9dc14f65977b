/** ln(k!) by Stirling's series, with small values summed. */
function logFactorial(k: number): number {
  if (k < 20) {
    let sum = 0
    for (let i = 2; i <= k; i++) sum += Math.log(i)
    return sum
  }
  return k * Math.log(k) - k + 0.5 * Math.log(2 * Math.PI * k) + 1 / (12 * k) - 1 / (360 * k ** 3)
}

/** P(X ≤ k) for X binomial over n trials. */
function binomialAtMost(k: number, n: number, p: number): number {
  if (p <= 0) return 1
  if (p >= 1) return k >= n ? 1 : 0
  let sum = 0
  for (let i = 0; i <= k; i++) {
    sum += Math.exp(logFactorial(n) - logFactorial(i) - logFactorial(n - i) + i * Math.log(p) + (n - i) * Math.log(1 - p))
  }
  return Math.min(1, sum)
}

/** Where a monotonic function of p crosses a level. */
function solve(isBelow: (p: number) => boolean): number {
  let low = 0
  let high = 1
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Clopper and Pearson's exact 95 % interval of a share. */
export function clopperPearson(k: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 }
  const flipped = n - k
  const low = k === 0 ? 0 : 1 - solve((q) => binomialAtMost(flipped, n, q) > 0.025)
  const high = k === n ? 1 : solve((p) => binomialAtMost(k, n, p) > 0.025)
  return { low, high }
}
