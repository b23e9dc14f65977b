/** An observation: its features, and whether it belongs to the class whose probability is fitted. */
interface LabelledFeatures {
  features: Float64Array
  isPositive: boolean
}

/**
 * Fits a logistic regression by Newton's method with slight regularisation. Returns values rounded to six
 * digits.
 */
export function fitLogisticRegression(
  rows: readonly LabelledFeatures[],
  featureCount: number,
): { weights: number[]; bias: number } {
  const size = featureCount + 1
  const weights = new Float64Array(size)
  for (let step = 0; step < 12; step++) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, (_, i) =>
      new Float64Array(size).fill(0).map((_, k) => (i === k ? 1 : 0)),
    )
    for (let i = 0; i < size - 1; i++) gradient[i] = -(weights[i] as number)
    for (const { features, isPositive } of rows) {
      const x = [...features, 1]
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)))
      const slope = p * (1 - p)
      for (let i = 0; i < size; i++) {
        gradient[i] = (gradient[i] as number) + ((isPositive ? 1 : 0) - p) * (x[i] as number)
        const row = curvature[i] as Float64Array
        for (let k = 0; k < size; k++)
          row[k] = (row[k] as number) + slope * (x[i] as number) * (x[k] as number)
      }
    }
    solve(curvature, gradient).forEach((change, i) => {
      weights[i] = (weights[i] as number) + change
    })
  }
  const round = (value: number): number => Number(value.toPrecision(6))
  return {
    weights: Array.from(weights.subarray(0, featureCount), round),
    bias: round(weights[featureCount] as number),
  }
}

/**
 * Solves `matrix · x = right` by elimination with pivoting. The matrix must be square and regular; both
 * arguments are overwritten.
 */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++)
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row
    ;[matrix[column], matrix[pivot]] = [matrix[pivot] as Float64Array, matrix[column] as Float64Array]
    ;[right[column], right[pivot]] = [right[pivot] as number, right[column] as number]
    const top = matrix[column] as Float64Array
    for (let row = column + 1; row < n; row++) {
      const line = matrix[row] as Float64Array
      const factor = (line[column] as number) / (top[column] as number)
      for (let k = column; k < n; k++) line[k] = (line[k] as number) - factor * (top[k] as number)
      right[row] = (right[row] as number) - factor * (right[column] as number)
    }
  }
  for (let row = n - 1; row >= 0; row--) {
    const line = matrix[row] as Float64Array
    for (let k = row + 1; k < n; k++)
      right[row] = (right[row] as number) - (line[k] as number) * (right[k] as number)
    right[row] = (right[row] as number) / (line[row] as number)
  }
  return right
}
