import type { Fragment, Slice } from 'prosemirror-model'

/** The unit for the start or end of a node, which takes one of ProseMirror's positions. */
export const boundary = 0
const lineBreak = 10

/**
 * How a character got into the text; `none` for the boundaries of nodes, `inserted` for what came at once and
 * not by a paste.
 */
export const kinds = { none: 0, typed: 1, pasted: 2, moved: 3, inserted: 4 } as const
export const kindCount = 5

/**
 * A run of positions: UTF-16 units, how each got into the text, and the index of the entry that inserted it.
 */
export interface Tokens {
  units: Uint16Array
  kinds: Uint8Array
  entries: Uint32Array
}

export const emptyTokens = (length: number): Tokens => ({
  units: new Uint16Array(length),
  kinds: new Uint8Array(length),
  entries: new Uint32Array(length),
})

export function sliceTokens(tokens: Tokens, from: number, to: number): Tokens {
  return {
    units: tokens.units.slice(from, to),
    kinds: tokens.kinds.slice(from, to),
    entries: tokens.entries.slice(from, to),
  }
}

/** The units of a slice, one for each position that it takes. */
export function unitsOf(slice: Slice): Uint16Array {
  const units = new Uint16Array(slice.content.size)
  let at = 0
  const write = (content: Fragment) => {
    content.forEach((node) => {
      if (node.isText) for (let nth = 0; nth < node.nodeSize; nth++) units[at++] = node.text!.charCodeAt(nth)
      else if (node.type.name === 'hard_break') units[at++] = lineBreak
      else {
        at++
        write(node.content)
        at++
      }
    })
  }
  write(slice.content)
  return units.subarray(slice.openStart, units.length - slice.openEnd)
}

const spaces = new Set([
  boundary,
  0x09,
  0x0a,
  0x0b,
  0x0c,
  0x0d,
  0x20,
  0xa0,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
])

/** Whether a unit is white space or a boundary, which do not count as characters. */
export const isSpace = (unit: number): boolean =>
  unit > 0x20 && unit < 0xa0 ? false : spaces.has(unit) || (unit >= 0x2000 && unit <= 0x200b)

/**
 * The tokens of a changing text, as a gap buffer: free space is kept at the last change, so that a key costs
 * the same in a long text as in a short one, and moving the cursor costs its distance.
 */
export class TokenBuffer {
  private tokens = emptyTokens(256)
  private gap = 0
  private gapEnd = 256

  get length(): number {
    return this.tokens.units.length - (this.gapEnd - this.gap)
  }

  unitAt(position: number): number {
    return this.tokens.units[position < this.gap ? position : position + this.gapEnd - this.gap]!
  }

  kindAt(position: number): number {
    return this.tokens.kinds[position < this.gap ? position : position + this.gapEnd - this.gap]!
  }

  read(from: number, to: number): Tokens {
    const shift = this.gapEnd - this.gap
    if (to <= this.gap) return sliceTokens(this.tokens, from, to)
    if (from >= this.gap) return sliceTokens(this.tokens, from + shift, to + shift)
    const read = emptyTokens(to - from)
    for (const name of ['units', 'kinds', 'entries'] as const) {
      read[name].set(this.tokens[name].subarray(from, this.gap))
      read[name].set(this.tokens[name].subarray(this.gapEnd, to + shift), this.gap - from)
    }
    return read
  }

  replace(from: number, to: number, inserted: Tokens): void {
    this.moveGap(from)
    this.gapEnd += to - from
    if (inserted.units.length > this.gapEnd - this.gap) this.grow(inserted.units.length)
    for (const name of ['units', 'kinds', 'entries'] as const) this.tokens[name].set(inserted[name], this.gap)
    this.gap += inserted.units.length
  }

  private moveGap(to: number): void {
    const size = this.gapEnd - this.gap
    for (const name of ['units', 'kinds', 'entries'] as const) {
      const list = this.tokens[name]
      if (to < this.gap) list.copyWithin(to + size, to, this.gap)
      else list.copyWithin(this.gap, this.gapEnd, to + size)
    }
    this.gap = to
    this.gapEnd = to + size
  }

  private grow(needed: number): void {
    const old = this.tokens
    const after = old.units.length - this.gapEnd
    this.tokens = emptyTokens(2 * (this.gap + after + needed))
    for (const name of ['units', 'kinds', 'entries'] as const) {
      this.tokens[name].set(old[name].subarray(0, this.gap))
      this.tokens[name].set(old[name].subarray(this.gapEnd), this.tokens[name].length - after)
    }
    this.gapEnd = this.tokens.units.length - after
  }
}
