import type { History } from './history.ts'
import { placedTextOf } from './schema.ts'
import { isSpace, kinds } from './tokens.ts'

/** How a passage of the final text came to be. Characters are counted without white space; times are milliseconds since 1970. */
export interface PassageOrigin {
  characters: number
  typed: number
  pasted: number
  moved: number
  first: number
  last: number
  /** The first entry of the record that brought a part of it. */
  entry: number
}

/**
 * Finds passages in the final text, in the order in which they are asked for, and tells how each came. White space is left out of the
 * comparison, as reading a document changes it. Null for a passage that the text does not hold.
 */
export function passageOrigins(history: History, passages: readonly string[]): (PassageOrigin | null)[] {
  const { text, positions } = placedTextOf(history.document)
  let solid = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (isSpace(text.charCodeAt(at))) continue
    solid += text[at]
    places.push(positions[at]!)
  }
  let searchFrom = 0
  return passages.map((passage) => {
    const wanted = Array.from(passage)
      .filter((character) => !isSpace(character.charCodeAt(0)))
      .join('')
    if (wanted === '') return null
    let from = solid.indexOf(wanted, searchFrom)
    if (from < 0) from = solid.indexOf(wanted)
    if (from < 0) return null
    searchFrom = from + wanted.length
    return originOf(history, places.slice(from, searchFrom))
  })
}

function originOf({ tokens, times }: History, places: number[]): PassageOrigin | null {
  const counts = [0, 0, 0, 0]
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let entry = Number.POSITIVE_INFINITY
  for (const place of places) {
    if (place < 0) continue
    counts[tokens.kinds[place]!]!++
    const born = tokens.born[place]!
    const at = times[born]!
    first = Math.min(first, at)
    last = Math.max(last, at)
    entry = Math.min(entry, born)
  }
  const typed = counts[kinds.typed]!
  const pasted = counts[kinds.pasted]!
  const moved = counts[kinds.moved]!
  const characters = typed + pasted + moved
  return characters === 0 ? null : { characters, typed, pasted, moved, first, last, entry }
}
