import type { Node } from 'prosemirror-model'
import { type Change, type Patch, Provenance } from './provenance.ts'
import { emptyDocument } from './schema.ts'
import { applyStep, type RecordEntry, StepError, stepOf } from './step.ts'
import { type Receipt, timesOf } from './times.ts'
import type { Tokens } from './tokens.ts'

export type CountWords = (text: string) => number

/** A deletion of at least this many words at once is marked. */
const largeDeletionWords = 50

/** Text that came from elsewhere at once, or was deleted at once. */
export interface Marked {
  entry: number
  at: number
  words: number
  /** Without white space. */
  characters: number
}

/** Everything that one pass over a record finds out. */
export interface History {
  entries: readonly RecordEntry[]
  /** When each entry was made, corrected; milliseconds since 1970. */
  times: Float64Array
  /** Characters of the text after each entry, without white space. */
  lengths: Uint32Array
  /** Typed characters of each entry. */
  typed: Uint32Array
  pastes: Marked[]
  deletions: Marked[]
  /** All characters that were ever inserted; those put back count once. */
  insertedCharacters: number
  document: Node
  tokens: Tokens
  /** The index of the first entry that cannot be applied; null for a sound record. The history ends before it. */
  brokenAt: number | null
}

/** Lets a replay keep what it needs from the same pass. */
export type Visit = (entry: number, document: Node, patches: readonly Patch[]) => void

const noPatches: readonly Patch[] = []

/** After how many entries a reader that pauses does so: some ten milliseconds of work. */
const pauseEvery = 500

export function historyOf(record: readonly RecordEntry[], receipts: readonly Receipt[], countWords: CountWords, visit?: Visit): History {
  const walk = historyInParts(record, receipts, countWords, visit)
  for (;;) {
    const { done, value } = walk.next()
    if (done) return value
  }
}

/** As `historyOf`, for a process that serves others meanwhile: `pause` lets them have their turn. */
export async function historyWithPauses(
  record: readonly RecordEntry[],
  receipts: readonly Receipt[],
  countWords: CountWords,
  pause: () => Promise<unknown>,
): Promise<History> {
  const walk = historyInParts(record, receipts, countWords)
  for (;;) {
    const { done, value } = walk.next()
    if (done) return value
    await pause()
  }
}

function* historyInParts(
  record: readonly RecordEntry[],
  receipts: readonly Receipt[],
  countWords: CountWords,
  visit?: Visit,
): Generator<undefined, History, undefined> {
  const provenance = new Provenance()
  const lengths = new Uint32Array(record.length)
  const typed = new Uint32Array(record.length)
  const times = timesOf(record, receipts)
  const pastes: Marked[] = []
  const deletions: Marked[] = []
  let insertedCharacters = 0
  let length = 0
  let document = emptyDocument()
  let brokenAt: number | null = null

  const note = (entry: number, change: Change) => {
    const inserted = change.typed + change.pasted + change.moved
    length += inserted - change.deleted
    insertedCharacters += inserted - change.restored
    typed[entry] = change.typed
    const at = times[entry]!
    if (change.pastedText !== '')
      pastes.push({ entry, at, words: countWords(change.pastedText), characters: change.pastedText.replace(/\s/g, '').length })
    const words = change.deletedText === '' ? 0 : countWords(change.deletedText)
    if (words >= largeDeletionWords) deletions.push({ entry, at, words, characters: change.deleted })
  }

  for (const [at, entry] of record.entries()) {
    let patches = noPatches
    if (entry.kind === 'step') {
      try {
        const step = stepOf(entry)
        document = applyStep(document, step)
        const change = provenance.apply(step, entry.origin, at)
        note(at, change)
        patches = change.patches
      } catch (error) {
        if (!(error instanceof StepError)) throw error
        brokenAt = at
        break
      }
    }
    lengths[at] = length
    visit?.(at, document, patches)
    if (at % pauseEvery === pauseEvery - 1) yield
  }
  const end = brokenAt ?? record.length
  return {
    entries: record.slice(0, end),
    times: times.subarray(0, end),
    lengths: lengths.subarray(0, end),
    typed: typed.subarray(0, end),
    pastes,
    deletions,
    insertedCharacters,
    document,
    tokens: provenance.tokens,
    brokenAt,
  }
}
