/** ln Γ(x), by Lanczos. */
function lnGamma(x: number): number {
  const terms = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ]
  const base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5)
  const sum = terms.reduce((total, term, i) => total + term / (x + 1 + i), 1.000000000190015)
  return -base + Math.log((2.5066282746310002 * sum) / x)
}

export function lnBeta(a: number, b: number): number {
  return lnGamma(a) + lnGamma(b) - lnGamma(a + b)
}

/** The continued fraction of the incomplete beta function (Lentz). */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= 300; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / (1 + term * d || tiny)
      c = 1 + term / c || tiny
      result *= d * c
    }
    if (Math.abs(d * c - 1) < 1e-12) break
  }
  return result
}

/** Share of a beta distribution below `x`. */
export function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(-lnBeta(a, b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

/** The quantile of a beta distribution. */
export function betaQuantile(share: number, a: number, b: number): number {
  let low = 0
  let high = 1
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (betaShare(middle, a, b) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
