/** Share of pairs in which the machine text scores higher; ties count half. Null if a side is empty. */
export function auc(human: readonly number[], ai: readonly number[]): number | null {
  if (human.length === 0 || ai.length === 0) return null
  const all = [
    ...human.map((value) => ({ value, ai: false })),
    ...ai.map((value) => ({ value, ai: true })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let i = 0; i < all.length; ) {
    let end = i
    while (end < all.length && all[end]?.value === all[i]?.value) end++
    const rank = (i + 1 + end) / 2
    for (let k = i; k < end; k++) if (all[k]?.ai === true) rankSum += rank
    i = end
  }
  return (rankSum - (ai.length * (ai.length + 1)) / 2) / (human.length * ai.length)
}

/** Share of machine texts detected at the lowest threshold that flags at most `rate` of these human texts. */
export function truePositivesAt(
  human: readonly number[],
  ai: readonly number[],
  rate: number,
): number | null {
  if (human.length === 0 || ai.length === 0) return null
  const sorted = Float64Array.from(human).sort()
  const threshold = sorted[sorted.length - 1 - Math.floor(rate * sorted.length)] ?? Number.POSITIVE_INFINITY
  return ai.filter((value) => value > threshold).length / ai.length
}

/**
 * Share of correct results at the threshold where the error rates for human and machine texts are closest.
 * Null if a side is empty.
 */
export function equalErrorAccuracy(human: readonly number[], ai: readonly number[]): number | null {
  if (human.length === 0 || ai.length === 0) return null
  const all = [
    ...human.map((value) => ({ value, ai: false })),
    ...ai.map((value) => ({ value, ai: true })),
  ].sort((a, b) => a.value - b.value)
  let humanBelow = 0
  let aiBelow = 0
  let closest = Number.POSITIVE_INFINITY
  let accuracy = 0
  for (const one of all) {
    if (one.ai) aiBelow++
    else humanBelow++
    const flagged = 1 - humanBelow / human.length
    const missed = aiBelow / ai.length
    if (Math.abs(flagged - missed) < closest) {
      closest = Math.abs(flagged - missed)
      accuracy = 1 - (flagged + missed) / 2
    }
  }
  return accuracy
}

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
    sum += Math.exp(
      logFactorial(n) - logFactorial(i) - logFactorial(n - i) + i * Math.log(p) + (n - i) * Math.log(1 - p),
    )
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
