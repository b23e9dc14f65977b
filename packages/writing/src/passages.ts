import type { History } from './history.ts'
import { placedTextOf } from './schema.ts'
import { isSpace, kindCount, kinds } from './tokens.ts'

/**
 * How a passage of the final text came to be. Characters are counted without white space; times are
 * milliseconds since 1970.
 */
export interface PassageOrigin {
  characters: number
  typed: number
  pasted: number
  moved: number
  inserted: number
  first: number
  last: number
  /** Index of the first entry that inserted a part of it. */
  entry: number
}

/**
 * How each of these passages of the final text came to be. They are searched for in the given order and
 * without white space, which changes when a document is read. Null for a passage that the text does not
 * contain.
 */
export function passageOrigins(history: History, passages: readonly string[]): (PassageOrigin | null)[] {
  const { text, positions } = placedTextOf(history.document)
  let withoutSpaces = ''
  const characterPositions: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (isSpace(text.charCodeAt(at))) continue
    withoutSpaces += text[at]
    characterPositions.push(positions[at]!)
  }
  let searchFrom = 0
  return passages.map((passage) => {
    const wanted = Array.from(passage)
      .filter((character) => !isSpace(character.charCodeAt(0)))
      .join('')
    if (wanted === '') return null
    let from = withoutSpaces.indexOf(wanted, searchFrom)
    if (from < 0) from = withoutSpaces.indexOf(wanted)
    if (from < 0) return null
    searchFrom = from + wanted.length
    return originOf(history, characterPositions.slice(from, searchFrom))
  })
}

function originOf({ tokens, times }: History, characterPositions: number[]): PassageOrigin | null {
  const counts = Array.from({ length: kindCount }, () => 0)
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let entry = Number.POSITIVE_INFINITY
  for (const position of characterPositions) {
    if (position < 0) continue
    counts[tokens.kinds[position]!]!++
    const insertedBy = tokens.entries[position]!
    const at = times[insertedBy]!
    first = Math.min(first, at)
    last = Math.max(last, at)
    entry = Math.min(entry, insertedBy)
  }
  const typed = counts[kinds.typed]!
  const pasted = counts[kinds.pasted]!
  const moved = counts[kinds.moved]!
  const inserted = counts[kinds.inserted]!
  const characters = typed + pasted + moved + inserted
  return characters === 0 ? null : { characters, typed, pasted, moved, inserted, first, last, entry }
}
