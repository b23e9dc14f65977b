/**
 * A piece of text as drawn, turned upright. Lengths in points, origin at the lower left corner of the page.
 */
export interface TextItem {
  text: string
  x: number
  /** Baseline. */
  y: number
  width: number
  /** Font size after all transformations. */
  height: number
  /** Space that is set between all letters, beyond their own; 0 if not given. */
  spacing?: number
  /** Whether a space was drawn right before it. */
  followsSpace?: boolean
}

export interface Page {
  width: number
  height: number
  items: TextItem[]
  /** Text that stands on its side, such as a wide table, on a page of its own that is turned upright. */
  turned?: Page
}

/** Everything on one baseline, from left to right. */
export interface Row {
  y: number
  /** Largest font size. */
  height: number
  items: TextItem[]
}

/** One line of one column. */
export interface Line {
  text: string
  x: number
  /** Right end. */
  end: number
  y: number
  height: number
}

/** Lines that follow each other in one column of one page. */
export type Block = Line[]

/** A rectangle of the page, in its own units. */
export interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

/** Maps x to `a·x + c·y + e` and y to `b·x + d·y + f`, as PDF writes it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const unmoved: Matrix = [1, 0, 0, 1, 0, 0]

/** The map that applies `inner` first. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [ia, ib, ic, id, ie, jf] = inner
  return [
    a * ia + c * ib,
    b * ia + d * ib,
    a * ic + c * id,
    b * ic + d * id,
    a * ie + c * jf + e,
    b * ie + d * jf + f,
  ]
}

/** Reads six numbers from an operator's arguments; anything else counts as in the identity matrix. */
export function toMatrix(values: unknown): Matrix {
  const read = (nth: number) => {
    const value: unknown =
      typeof values === 'object' && values !== null ? Reflect.get(values, nth) : undefined
    return typeof value === 'number' && Number.isFinite(value) ? value : (unmoved[nth] ?? 0)
  }
  return [read(0), read(1), read(2), read(3), read(4), read(5)]
}
