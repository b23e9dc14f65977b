/** Maps x to `a·x + c·y + e` and y to `b·x + d·y + f`, as PDF writes it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const unmoved: Matrix = [1, 0, 0, 1, 0, 0]

/** The map that applies `inner` first. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [ia, ib, ic, id, ie, jf] = inner
  return [a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id, a * ie + c * jf + e, b * ie + d * jf + f]
}

/** Reads six numbers from an operator's arguments; anything else counts as in the identity matrix. */
export function toMatrix(values: unknown): Matrix {
  const read = (nth: number) => {
    const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, nth) : undefined
    return typeof value === 'number' && Number.isFinite(value) ? value : (unmoved[nth] ?? 0)
  }
  return [read(0), read(1), read(2), read(3), read(4), read(5)]
}
