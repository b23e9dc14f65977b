import type { Node } from 'prosemirror-model'
import { type CountWords, type History, historyOf, historyWithPauses, type Visit } from './history.ts'
import type { Keys, Patch } from './provenance.ts'
import { emptyDocument } from './schema.ts'
import { applyEntry, type RecordEntry } from './step.ts'
import type { Receipt } from './times.ts'

/** Entries between two keyframes: going to any entry applies at most this many. */
const keyframeEvery = 200
/** Each keyframe holds a byte for each character of the text, so a long record has them further apart. */
const mostKeyframes = 400

/** The text after a number of entries, and how each of its positions was filled. */
export interface Moment {
  /** How many entries were applied. */
  position: number
  document: Node
  kinds: Uint8Array
  /** Where the last change of the text ended; null before the first. */
  cursor: number | null
}

/** What a replay keeps of a record while its history is computed. */
class Keeper {
  readonly patches: (readonly Patch[])[] = []
  readonly keyframes: Moment[] = [
    { position: 0, document: emptyDocument(), kinds: new Uint8Array(2), cursor: null },
  ]
  readonly every: number

  constructor(entries: number) {
    this.every = Math.max(keyframeEvery, Math.ceil(entries / mostKeyframes))
  }

  readonly visit: Visit = (at, document, patches) => {
    this.patches.push(patches)
    if ((at + 1) % this.every !== 0) return
    const before = this.keyframes.at(-1)!
    this.keyframes.push({
      position: at + 1,
      document,
      ...patched(before, this.patches.slice(before.position)),
    })
  }
}

function patched(before: Moment, patches: readonly (readonly Patch[])[]): Pick<Moment, 'kinds' | 'cursor'> {
  const flat = patches.flat()
  const capacity = flat.reduce((sum, patch) => sum + patch.kinds.length, before.kinds.length)
  const kinds = new Uint8Array(capacity)
  kinds.set(before.kinds)
  let length = before.kinds.length
  let { cursor } = before
  for (const patch of flat) {
    const end = patch.from + patch.kinds.length
    kinds.copyWithin(end, patch.to, length)
    kinds.set(patch.kinds, patch.from)
    length += patch.kinds.length - (patch.to - patch.from)
    cursor = end
  }
  return { kinds: kinds.slice(0, length), cursor }
}

/** A record that can be shown as it was after any of its entries. */
export class Replay {
  readonly history: History
  private readonly kept: Keeper
  private current: Moment

  private constructor(history: History, kept: Keeper) {
    this.history = history
    this.kept = kept
    this.current = kept.keyframes[0]!
  }

  static of(
    entries: readonly RecordEntry[],
    receipts: readonly Receipt[],
    countWords: CountWords,
    keys: Keys = 'recorded',
  ): Replay {
    const kept = new Keeper(entries.length)
    return new Replay(historyOf(entries, receipts, countWords, { visit: kept.visit, keys }), kept)
  }

  /** The same for a record of any length: `pause` lets the page do other work in between. */
  static async ofLong(
    entries: readonly RecordEntry[],
    receipts: readonly Receipt[],
    countWords: CountWords,
    pause: () => Promise<unknown>,
  ): Promise<Replay> {
    const kept = new Keeper(entries.length)
    return new Replay(
      await historyWithPauses(entries, receipts, countWords, pause, { visit: kept.visit }),
      kept,
    )
  }

  get length(): number {
    return this.history.entries.length
  }

  /** The text after the first `position` entries. */
  at(position: number): Moment {
    const end = Math.max(0, Math.min(Math.trunc(position), this.length))
    const { keyframes, every, patches } = this.kept
    const keyframe = keyframes[Math.floor(end / every)]!
    const from =
      this.current.position <= end && this.current.position > keyframe.position ? this.current : keyframe
    let document = from.document
    for (const entry of this.history.entries.slice(from.position, end)) document = applyEntry(document, entry)
    this.current = { position: end, document, ...patched(from, patches.slice(from.position, end)) }
    return this.current
  }
}

/** Consecutive characters of one kind, within a text node. */
export interface Run {
  from: number
  text: string
  kind: 'typed' | 'pasted' | 'moved' | 'inserted'
}

const kindNames = ['typed', 'typed', 'pasted', 'moved', 'inserted'] as const

/** Splits the text node that begins at a position into runs of one kind. */
export function runsOf(text: string, at: number, kinds: Uint8Array): Run[] {
  const runs: Run[] = []
  let from = 0
  for (let nth = 1; nth <= text.length; nth++) {
    if (nth < text.length && kinds[at + nth] === kinds[at + from]) continue
    runs.push({ from, text: text.slice(from, nth), kind: kindNames[kinds[at + from]!] ?? 'typed' })
    from = nth
  }
  return runs
}
