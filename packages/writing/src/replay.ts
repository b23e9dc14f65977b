import type { Node } from 'prosemirror-model'
import { type CountWords, type History, historyOf, type Visit } from './history.ts'
import type { Keys, Patch } from './provenance.ts'
import { emptyDocument } from './schema.ts'
import { applyEntry, type RecordEntry } from './step.ts'
import type { Receipt } from './times.ts'

/** Entries between two keyframes: going to any entry applies at most this many. */
const keyframeEvery = 200

/** The text after a number of entries, and how each of its positions was filled. */
export interface Moment {
  /** How many entries were applied. */
  position: number
  document: Node
  kinds: Uint8Array
  /** Where the last change of the text ended; null before the first. */
  cursor: number | null
}

/** A record that can be shown as it was after any of its entries. */
export class Replay {
  readonly history: History
  private readonly patches: (readonly Patch[])[] = []
  private readonly keyframes: Moment[] = []
  private current: Moment

  constructor(entries: readonly RecordEntry[], receipts: readonly Receipt[], countWords: CountWords, keys: Keys = 'recorded') {
    const start: Moment = { position: 0, document: emptyDocument(), kinds: new Uint8Array(2), cursor: null }
    this.keyframes.push(start)
    let shown: Moment = start
    const visit: Visit = (at, document, patches) => {
      this.patches.push(patches)
      if ((at + 1) % keyframeEvery !== 0) return
      shown = { position: at + 1, document, ...this.patched(shown, at + 1) }
      this.keyframes.push(shown)
    }
    this.history = historyOf(entries, receipts, countWords, { visit, keys })
    this.current = start
  }

  get length(): number {
    return this.history.entries.length
  }

  /** The text after the first `position` entries. */
  at(position: number): Moment {
    const end = Math.max(0, Math.min(Math.trunc(position), this.length))
    const keyframe = this.keyframes[Math.floor(end / keyframeEvery)]!
    const from = this.current.position <= end && this.current.position > keyframe.position ? this.current : keyframe
    let document = from.document
    for (const entry of this.history.entries.slice(from.position, end)) document = applyEntry(document, entry)
    this.current = { position: end, document, ...this.patched(from, end) }
    return this.current
  }

  private patched(before: Moment, to: number): Pick<Moment, 'kinds' | 'cursor'> {
    const patches = this.patches.slice(before.position, to).flat()
    const capacity = patches.reduce((sum, patch) => sum + patch.kinds.length, before.kinds.length)
    const kinds = new Uint8Array(capacity)
    kinds.set(before.kinds)
    let length = before.kinds.length
    let { cursor } = before
    for (const patch of patches) {
      const end = patch.from + patch.kinds.length
      kinds.copyWithin(end, patch.to, length)
      kinds.set(patch.kinds, patch.from)
      length += patch.kinds.length - (patch.to - patch.from)
      cursor = end
    }
    return { kinds: kinds.slice(0, length), cursor }
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
