export interface Weights {
  weights: number[]
  bias: number
}

const rounds = 400
const rate = 0.5
const shrink = 1e-3

/** Logistic regression by gradient descent on standardised values; returns weights for the values as they are. */
export function fitWeights(rows: readonly (readonly number[])[], isPositive: readonly boolean[]): Weights {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, i) => rows.map((row) => row[i] ?? 0))
  const mean = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / rows.length)
  const sd = columns.map((column, i) => Math.sqrt(column.reduce((sum, value) => sum + (value - (mean[i] ?? 0)) ** 2, 0) / rows.length) || 1)
  const scaled = rows.map((row) => row.map((value, i) => (value - (mean[i] ?? 0)) / (sd[i] ?? 1)))
  const weights = Array.from({ length: width }, () => 0)
  let bias = 0
  for (let round = 0; round < rounds; round++) {
    const slope = Array.from({ length: width }, () => 0)
    let biasSlope = 0
    for (const [nth, row] of scaled.entries()) {
      const sum = row.reduce((total, value, i) => total + value * (weights[i] ?? 0), bias)
      const error = 1 / (1 + Math.exp(-sum)) - (isPositive[nth] ? 1 : 0)
      biasSlope += error
      for (const [i, value] of row.entries()) slope[i] = (slope[i] ?? 0) + error * value
    }
    for (const [i, value] of slope.entries()) weights[i] = (weights[i] ?? 0) * (1 - rate * shrink) - (rate * value) / rows.length
    bias -= (rate * biasSlope) / rows.length
  }
  const rounded = (value: number) => Number(value.toPrecision(6))
  return {
    weights: weights.map((weight, i) => rounded(weight / (sd[i] ?? 1))),
    bias: rounded(weights.reduce((sum, weight, i) => sum - (weight * (mean[i] ?? 0)) / (sd[i] ?? 1), bias)),
  }
}
