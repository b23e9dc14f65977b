/** Solves `matrix · x = right` by elimination with pivoting. The matrix must be square and regular; both arguments are overwritten. */
export function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
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
    for (let k = row + 1; k < n; k++) right[row] = (right[row] as number) - (line[k] as number) * (right[k] as number)
    right[row] = (right[row] as number) / (line[row] as number)
  }
  return right
}
