import { ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform'
import { charactersOf, reach, SeenText } from './seen-text.ts'
import type { Origin } from './step.ts'
import { boundary, emptyTokens, isSpace, kinds, sliceTokens, TokenBuffer, type Tokens, unitsOf } from './tokens.ts'

/** A key, a corrected word or a dictated phrase; more characters than this at once were not typed, whatever the editor calls them. */
const typedAtOnce = 50

/** A run of positions that an entry replaced, and how the new ones came. */
export interface Patch {
  from: number
  to: number
  kinds: Uint8Array
}

/** What an entry did to the characters of the text, counted without white space. */
export interface Change {
  patches: Patch[]
  typed: number
  pasted: number
  moved: number
  /** Of these, how many had been deleted and were put back. */
  restored: number
  deleted: number
  /** What came from elsewhere with this entry; empty for most. */
  pastedText: string
  deletedText: string
}

interface Range {
  from: number
  to: number
  units: Uint16Array
}

/** From the back to the front, so that each keeps its place while those behind it change. */
function rangesOf(step: Step): Range[] {
  if (step instanceof ReplaceStep) return [{ from: step.from, to: step.to, units: unitsOf(step.slice) }]
  if (!(step instanceof ReplaceAroundStep)) return []
  const units = unitsOf(step.slice)
  return [
    { from: step.gapTo, to: step.to, units: units.subarray(step.insert) },
    { from: step.from, to: step.gapFrom, units: units.subarray(0, step.insert) },
  ]
}

/** Units in which both runs begin; a replaced word that keeps its first letters keeps how they came. */
function sharedStart(a: Uint16Array, b: Uint16Array): number {
  let shared = 0
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++
  return shared
}

function sharedEnd(a: Uint16Array, b: Uint16Array, most: number): number {
  let shared = 0
  while (shared < most && a[a.length - 1 - shared] === b[b.length - 1 - shared]) shared++
  return shared
}

function textOfUnits({ units, kinds: held }: Tokens, kind?: number): string {
  let text = ''
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!
    if (unit === boundary) text += '\n'
    else text += kind === undefined || held[at] === kind ? String.fromCharCode(unit) : ' '
  }
  return text
}

/**
 * Follows how each character of a text came to be, decided by the content of the changes: what the editor calls a change only tells apart
 * those that look alike.
 */
export class Provenance {
  private readonly text = new TokenBuffer()
  private readonly seen = new SeenText()
  /** Where the text changed since it was last remembered as seen. */
  private unseen: { from: number; to: number } | null = null

  constructor() {
    this.text.replace(0, 0, emptyTokens(2))
  }

  /** What stands in the text now. */
  get tokens(): Tokens {
    return this.text.read(0, this.text.length)
  }

  apply(step: Step, origin: Origin, entry: number): Change {
    const change: Change = { patches: [], typed: 0, pasted: 0, moved: 0, restored: 0, deleted: 0, pastedText: '', deletedText: '' }
    for (const range of rangesOf(step)) this.replace(range, origin, entry, change)
    return change
  }

  private replace({ from, to, units }: Range, origin: Origin, entry: number, change: Change): void {
    const removed = this.text.read(from, to)
    const start = sharedStart(removed.units, units)
    const end = sharedEnd(removed.units, units, Math.min(removed.units.length, units.length) - start)
    const inserted = emptyTokens(units.length)
    inserted.units.set(units)
    for (const name of ['kinds', 'born'] as const) {
      inserted[name].set(removed[name].subarray(0, start))
      inserted[name].set(removed[name].subarray(removed.units.length - end), units.length - end)
    }
    const gone = sliceTokens(removed, start, removed.units.length - end)
    this.rememberDeletion(gone, change)
    const added = this.classify(units.slice(start, units.length - end), origin, entry, change)
    for (const name of ['kinds', 'born'] as const) inserted[name].set(added[name], start)
    this.text.replace(from, to, inserted)
    change.patches.push({ from, to, kinds: inserted.kinds })
    this.markUnseen(from + start, removed.units.length - start - end, added.units.length)
  }

  private rememberDeletion(gone: Tokens, change: Change): void {
    let characters = 0
    for (const unit of gone.units) if (!isSpace(unit)) characters++
    if (characters === 0) return
    if (this.unseen && this.unseen.to > this.unseen.from) this.remember()
    this.seen.addDeleted(gone)
    change.deleted += characters
    if (characters >= typedAtOnce) change.deletedText += textOfUnits(gone)
  }

  private classify(units: Uint16Array, origin: Origin, entry: number, change: Change): Tokens {
    const added: Tokens = { units, kinds: new Uint8Array(units.length), born: new Uint32Array(units.length).fill(entry) }
    const characters = charactersOf(added)
    const count = characters.units.length
    const again = origin === 'undo' || origin === 'redo'
    const brought = origin === 'paste' || origin === 'drop'
    for (let at = 0; at < units.length; at++) if (units[at] !== boundary) added.kinds[at] = kinds.typed
    if (count === 0) return added
    if (!again && !brought && count <= typedAtOnce) {
      change.typed += count
      return added
    }

    this.remember()
    const asMoved = (kind: number) => (again || kind === kinds.pasted ? kind : kinds.moved)
    const piece = this.seen.deletedPiece(units)
    if (piece) {
      for (let at = 0; at < units.length; at++) added.kinds[at] = units[at] === boundary ? kinds.none : asMoved(piece.tokens.kinds[at]!)
      if (again) added.born.set(piece.tokens.born)
      if (piece.back) change.restored += count
    } else {
      const before = this.seen.kindsOf(characters.units)
      const otherwise = again && count <= typedAtOnce ? kinds.typed : kinds.pasted
      for (const [nth, at] of characters.at.entries()) {
        added.kinds[at] = before[nth] ? asMoved(before[nth]) : otherwise
        if (again && before[nth]) change.restored++
      }
      carryOverSpaces(added)
    }
    const counts = [0, 0, 0, 0]
    for (const at of characters.at) counts[added.kinds[at]!]!++
    change.typed += counts[kinds.typed]!
    change.pasted += counts[kinds.pasted]!
    change.moved += counts[kinds.moved]!
    if (counts[kinds.pasted]! > 0 && !again && !piece?.back) change.pastedText += textOfUnits(added, kinds.pasted)
    return added
  }

  private markUnseen(from: number, removed: number, added: number): void {
    const place = this.unseen
    if (removed === 0 && added === 0) return
    if (place && (from > place.to || from + removed < place.from)) {
      // The texts around both places are remembered before they drift apart.
      const shift = from + removed < place.from ? added - removed : 0
      this.unseen = { from: place.from + shift, to: place.to + shift }
      this.remember()
    }
    const held = this.unseen
    this.unseen = held ? { from: Math.min(held.from, from), to: Math.max(held.to - removed, from) + added } : { from, to: from + added }
  }

  /** Adds what stands around the last changes to the text that was seen. */
  private remember(): void {
    if (!this.unseen) return
    const { from, to } = this.unseen
    this.seen.add(this.text.read(Math.max(0, from - reach), Math.min(this.text.length, to + reach)))
    this.unseen = null
  }
}

/** White space came with the character before it, or the first one after. */
function carryOverSpaces({ units, kinds: held }: Tokens): void {
  let kind: number = held[units.findIndex((unit) => !isSpace(unit))] ?? kinds.typed
  for (let at = 0; at < units.length; at++) {
    if (!isSpace(units[at]!)) kind = held[at]!
    else if (units[at] !== boundary) held[at] = kind
  }
}
