import type { SharedTexts } from '@penmark/contract'

/** The first or the second document of a pair. */
export type Side = 0 | 1

/** A stretch of a text, inside one passage or outside of all. */
export interface Piece {
  start: number
  text: string
  passage: { number: number; words: number } | null
}

/** One text of a pair cut at its passages, which are numbered in the order of the first text. Where two overlap, the earlier one keeps the words. */
export function piecesOf({ texts, passages }: SharedTexts, side: Side): Piece[] {
  const text = texts[side]
  const ranges = passages
    .map(({ ranges: both, words }, nth) => ({ ...both[side], number: nth + 1, words }))
    .toSorted((a, b) => a.start - b.start)
  const pieces: Piece[] = []
  let at = 0
  const add = (end: number, passage: Piece['passage']) => {
    if (end > at) pieces.push({ start: at, text: text.slice(at, end), passage })
    at = Math.max(at, end)
  }
  for (const { start, end, number, words } of ranges) {
    add(start, null)
    add(end, { number, words })
  }
  add(text.length, null)
  return pieces
}
