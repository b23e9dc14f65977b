import type { Box } from './reader/page.ts'

interface Area extends Box {
  white: boolean
}

/** Widest and highest letters, in font sizes. */
const widestLetter = 1.6
/** Points by which text may stand outside its ground. */
const slack = 1

/**
 * What text of a page lies on. Pictures and gradients count as dark: they are never decoded, and white text
 * on a white picture is rarer than a title on a photograph.
 */
export class Background {
  readonly #areas: Area[] = []

  /** Adds a painted area; `clip` is what of it can be seen. */
  paint(box: Box, white: boolean, clip: Box | null): void {
    const seen = clip === null ? box : intersect(box, clip)
    if (seen.right > seen.left && seen.top > seen.bottom) this.#areas.push({ ...seen, white })
  }

  /**
   * Whether something dark of the size of a letter lies here: letters that are drawn as shapes have their
   * text beneath, unpainted.
   */
  hasShapeOf(x: number, y: number, size: number): boolean {
    return this.#areas.some(
      ({ left, right, bottom, top, white }) =>
        !white &&
        right - left <= size * widestLetter &&
        top - bottom <= size * widestLetter &&
        top - bottom > 0.1 &&
        x >= left - size / 2 &&
        x <= right + size / 2 &&
        y >= bottom - size / 2 &&
        y <= top + size / 2,
    )
  }

  /** Whether the paper or something white is all that lies at this place so far. */
  isWhite(x: number, y: number): boolean {
    const ground = this.#areas.findLast(
      ({ left, right, bottom, top }) =>
        x >= left - slack && x <= right + slack && y >= bottom - slack && y <= top + slack,
    )
    return ground === undefined || ground.white
  }
}

export function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    top: Math.min(one.top, other.top),
  }
}

/** Numbers of a path's data: its operators, each followed by its points. */
const moveTo = 0
const lineTo = 1
const closePath = 4

function pathOf(data: unknown): number[] {
  const path: unknown = Array.isArray(data) ? data[0] : null
  return path instanceof Float32Array || Array.isArray(path) ? Array.from(path as ArrayLike<number>) : []
}

/** Whether a path is one upright rectangle: its bounding box is then exactly what it fills. */
export function isRectangle(data: unknown): boolean {
  const [a, x0, y0, b, x1, y1, c, x2, y2, d, x3, y3, end, ...more] = pathOf(data)
  if (a !== moveTo || b !== lineTo || c !== lineTo || d !== lineTo || end !== closePath || more.length > 0)
    return false
  return (
    (x0 === x1 && y1 === y2 && x2 === x3 && y3 === y0) || (y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0)
  )
}

/** Whether a path is one straight line: drawn wide enough, it is a band. */
export function isLine(data: unknown): boolean {
  const [a, , , b, , , ...more] = pathOf(data)
  return a === moveTo && b === lineTo && (more.length === 0 || (more.length === 1 && more[0] === closePath))
}
