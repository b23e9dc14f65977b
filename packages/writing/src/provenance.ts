import { ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform'
import { charactersOf, contextTokens, SeenText } from './seen-text.ts'
import type { Origin } from './step.ts'
import {
  boundary,
  emptyTokens,
  isSpace,
  kindCount,
  kinds,
  sliceTokens,
  TokenBuffer,
  type Tokens,
  unitsOf,
} from './tokens.ts'

/** More characters than this at once came neither from keys nor from the correction of a word. */
const maxTypedAtOnce = 50
/**
 * Nor did as many words. Two can be the end of one and the start of the next, when a slow page joins several
 * keys.
 */
const wordsAtOnce = 3

/** Whether an editor recorded each key, or a program such as Google Docs joined several into one change. */
export type Keys = 'recorded' | 'joined'

/** A run of positions that an entry replaced, and the kinds of the new ones. */
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
  /** At once, and not by a paste: by dictation, a suggestion, a spelling tool or a program. */
  inserted: number
  /** Of these, how many had been deleted and were put back. */
  restored: number
  deleted: number
  /** The text that this entry pasted from elsewhere, and that it inserted at once; empty for most. */
  pastedText: string
  insertedText: string
  deletedText: string
}

interface Range {
  from: number
  to: number
  units: Uint16Array
}

/** From back to front, so that the positions of the earlier ones stay valid while later ones are replaced. */
function rangesOf(step: Step): Range[] {
  if (step instanceof ReplaceStep) return [{ from: step.from, to: step.to, units: unitsOf(step.slice) }]
  if (!(step instanceof ReplaceAroundStep)) return []
  const units = unitsOf(step.slice)
  return [
    { from: step.gapTo, to: step.to, units: units.subarray(step.insert) },
    { from: step.from, to: step.gapFrom, units: units.subarray(0, step.insert) },
  ]
}

/**
 * The number of units with which both runs begin: the unchanged first letters of a replaced word keep their
 * kinds.
 */
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

/** New tokens between the first and the last ones of a range that keep how they came to be. */
function between(old: Tokens, start: number, added: Tokens, end: number): Tokens {
  const tokens = emptyTokens(start + added.units.length + end)
  for (const name of ['units', 'kinds', 'entries'] as const) {
    tokens[name].set(old[name].subarray(0, start))
    tokens[name].set(added[name], start)
    tokens[name].set(old[name].subarray(old[name].length - end), start + added.units.length)
  }
  return tokens
}

function countWords(units: Uint16Array): number {
  let words = 0
  let isInWord = false
  for (const unit of units) {
    if (!isSpace(unit) && !isInWord) words++
    isInWord = !isSpace(unit)
  }
  return words
}

function textOfUnits({ units, kinds: tokenKinds }: Tokens, kind?: number): string {
  let text = ''
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!
    if (unit === boundary) text += '\n'
    else text += kind === undefined || tokenKinds[at] === kind ? String.fromCharCode(unit) : ' '
  }
  return text
}

/**
 * Follows how each character of a text came to be. The content of the changes decides; what the editor calls
 * a change only matters between changes that look alike.
 */
export class Provenance {
  private readonly text = new TokenBuffer()
  private readonly seen = new SeenText()
  /** The range that changed since the text was last remembered. */
  private unremembered: { from: number; to: number } | null = null
  private readonly keys: Keys

  constructor(keys: Keys) {
    this.keys = keys
    this.text.replace(0, 0, emptyTokens(2))
  }

  /** The present text. */
  get tokens(): Tokens {
    return this.text.read(0, this.text.length)
  }

  apply(step: Step, origin: Origin, entry: number): Change {
    const counts = { typed: 0, pasted: 0, moved: 0, inserted: 0, restored: 0, deleted: 0 }
    const change: Change = { patches: [], ...counts, pastedText: '', insertedText: '', deletedText: '' }
    for (const range of rangesOf(step)) this.replace(range, origin, entry, change)
    return change
  }

  private replace({ from, to, units }: Range, origin: Origin, entry: number, change: Change): void {
    const removed = this.text.read(from, to)
    const start = sharedStart(removed.units, units)
    const end = sharedEnd(removed.units, units, Math.min(removed.units.length, units.length) - start)
    const isAllNew = start === 0 && end === 0
    const deleted = isAllNew ? removed : sliceTokens(removed, start, removed.units.length - end)
    this.rememberDeletion(deleted, change)
    const added = this.classify(
      isAllNew ? units : units.slice(start, units.length - end),
      { origin, entry, replaces: deleted.units.length > 0 },
      change,
    )
    const inserted = isAllNew ? added : between(removed, start, added, end)
    this.text.replace(from, to, inserted)
    change.patches.push({ from, to, kinds: inserted.kinds })
    this.markUnremembered(from + start, removed.units.length - start - end, added.units.length)
  }

  private rememberDeletion(deleted: Tokens, change: Change): void {
    let characters = 0
    for (const unit of deleted.units) if (!isSpace(unit)) characters++
    if (characters === 0) return
    if (this.unremembered && this.unremembered.to > this.unremembered.from) this.remember()
    this.seen.addDeleted(deleted)
    change.deleted += characters
    if (characters >= maxTypedAtOnce) change.deletedText += textOfUnits(deleted)
  }

  private classify(
    units: Uint16Array,
    { origin, entry, replaces }: { origin: Origin; entry: number; replaces: boolean },
    change: Change,
  ): Tokens {
    const added: Tokens = {
      units,
      kinds: new Uint8Array(units.length),
      entries: new Uint32Array(units.length).fill(entry),
    }
    const characters = charactersOf(added)
    const count = characters.units.length
    const isUndoOrRedo = origin === 'undo' || origin === 'redo'
    const isFromElsewhere = origin === 'paste' || origin === 'drop'
    for (let at = 0; at < units.length; at++) if (units[at] !== boundary) added.kinds[at] = kinds.typed
    if (count === 0) return added
    const isShort = count <= maxTypedAtOnce && (this.keys === 'joined' || countWords(units) < wordsAtOnce)
    if (!isUndoOrRedo && !isFromElsewhere && isShort) {
      change.typed += count
      return added
    }

    this.remember()
    // A spelling tool that replaces a passage puts most of it back.
    const isPutBack = isUndoOrRedo || (replaces && !isFromElsewhere)
    const asMoved = (kind: number) =>
      isPutBack || kind === kinds.pasted || kind === kinds.inserted ? kind : kinds.moved
    const piece = this.seen.deletedPiece(units)
    if (piece) {
      for (let at = 0; at < units.length; at++)
        added.kinds[at] = units[at] === boundary ? kinds.none : asMoved(piece.tokens.kinds[at]!)
      if (isPutBack) added.entries.set(piece.tokens.entries)
      if (piece.isRestored) change.restored += count
    } else {
      const before = this.seen.kindsOf(characters.units)
      const otherwise = isFromElsewhere
        ? kinds.pasted
        : isUndoOrRedo && isShort
          ? kinds.typed
          : kinds.inserted
      for (const [nth, at] of characters.at.entries()) {
        added.kinds[at] = before[nth] ? asMoved(before[nth]) : otherwise
        if (isPutBack && before[nth]) change.restored++
      }
      carryOverSpaces(added)
    }
    const counts = Array.from({ length: kindCount }, () => 0)
    for (const at of characters.at) counts[added.kinds[at]!]!++
    change.typed += counts[kinds.typed]!
    change.pasted += counts[kinds.pasted]!
    change.moved += counts[kinds.moved]!
    change.inserted += counts[kinds.inserted]!
    if (isUndoOrRedo || piece?.isRestored) return added
    if (counts[kinds.pasted]! > 0) change.pastedText += textOfUnits(added, kinds.pasted)
    if (counts[kinds.inserted]! > 0) change.insertedText += textOfUnits(added, kinds.inserted)
    return added
  }

  private markUnremembered(from: number, removed: number, added: number): void {
    const pending = this.unremembered
    if (removed === 0 && added === 0) return
    if (pending && (from > pending.to || from + removed < pending.from)) {
      // The text around the earlier change is remembered before another place changes.
      const shift = from + removed < pending.from ? added - removed : 0
      this.unremembered = { from: pending.from + shift, to: pending.to + shift }
      this.remember()
    }
    const before = this.unremembered
    this.unremembered = before
      ? { from: Math.min(before.from, from), to: Math.max(before.to - removed, from) + added }
      : { from, to: from + added }
  }

  /** Remembers the text around the last changes. */
  private remember(): void {
    if (!this.unremembered) return
    const { from, to } = this.unremembered
    this.seen.add(
      this.text.read(Math.max(0, from - contextTokens), Math.min(this.text.length, to + contextTokens)),
    )
    this.unremembered = null
  }
}

/** Gives white space the kind of the character before it, or of the first one after it. */
function carryOverSpaces({ units, kinds: tokenKinds }: Tokens): void {
  let kind: number = tokenKinds[units.findIndex((unit) => !isSpace(unit))] ?? kinds.typed
  for (let at = 0; at < units.length; at++) {
    if (!isSpace(units[at]!)) kind = tokenKinds[at]!
    else if (units[at] !== boundary) tokenKinds[at] = kind
  }
}
