import type { Node } from 'prosemirror-model'
import { type Change, type Keys, type Patch, Provenance } from './provenance.ts'
import { emptyDocument } from './schema.ts'
import { applyStep, type RecordEntry, StepError, stepOf } from './step.ts'
import { type Receipt, timesOf } from './times.ts'
import type { Tokens } from './tokens.ts'

export type CountWords = (text: string) => number

/** A deletion of at least this many words at once is marked. */
const largeDeletionWords = 50
/** A change this far before the end of the last one is a return to an earlier place. */
const returnDistance = 50

/** Text that was pasted or inserted at once, or much text deleted at once. */
export interface MarkedChange {
  entry: number
  at: number
  words: number
  /** Without white space. */
  characters: number
}

/** Everything computed in one pass over a record. */
export interface History {
  entries: readonly RecordEntry[]
  keys: Keys
  /** When each entry was made, corrected; milliseconds since 1970. */
  times: Float64Array
  /** Characters of the text after each entry, without white space. */
  lengths: Uint32Array
  /** Typed characters of each entry. */
  typed: Uint32Array
  pastes: MarkedChange[]
  insertions: MarkedChange[]
  deletions: MarkedChange[]
  /** How often text was deleted or replaced; several deletions in a row are one. */
  revisions: number
  /** How often the writer went on well before the place of the change before. */
  returns: number
  /** All characters that were ever inserted; restored ones count once. */
  insertedCharacters: number
  document: Node
  tokens: Tokens
  /**
   * The index of the first entry that cannot be applied, before which the history ends; null for an intact
   * record.
   */
  brokenAt: number | null
}

/** Called after each entry, so that a replay can keep what it needs. */
export type Visit = (entry: number, document: Node, patches: readonly Patch[]) => void

const noPatches: readonly Patch[] = []

/** Entries between two pauses: about ten milliseconds of work. */
const pauseEvery = 500

interface HistoryOptions {
  visit?: Visit
  keys?: Keys
}

export function historyOf(
  record: readonly RecordEntry[],
  receipts: readonly Receipt[],
  countWords: CountWords,
  options: HistoryOptions = {},
): History {
  const generator = historyInParts(record, receipts, countWords, options)
  for (;;) {
    const { done, value } = generator.next()
    if (done) return value
  }
}

/** Like `historyOf`, for a process that also serves others: `pause` lets other work run in between. */
export async function historyWithPauses(
  record: readonly RecordEntry[],
  receipts: readonly Receipt[],
  countWords: CountWords,
  pause: () => Promise<unknown>,
  options: HistoryOptions = {},
): Promise<History> {
  const generator = historyInParts(record, receipts, countWords, options)
  for (;;) {
    const { done, value } = generator.next()
    if (done) return value
    await pause()
  }
}

function* historyInParts(
  record: readonly RecordEntry[],
  receipts: readonly Receipt[],
  countWords: CountWords,
  { visit, keys = 'recorded' }: HistoryOptions,
): Generator<undefined, History, undefined> {
  const provenance = new Provenance(keys)
  const lengths = new Uint32Array(record.length)
  const typed = new Uint32Array(record.length)
  const times = timesOf(record, receipts)
  const pastes: MarkedChange[] = []
  const insertions: MarkedChange[] = []
  const deletions: MarkedChange[] = []
  let insertedCharacters = 0
  let revisions = 0
  let returns = 0
  let wasDeleting = false
  let lastPlace = 0
  let length = 0
  let document = emptyDocument()
  let brokenAt: number | null = null

  const addChange = (entry: number, change: Change) => {
    const inserted = change.typed + change.pasted + change.moved + change.inserted
    length += inserted - change.deleted
    insertedCharacters += inserted - change.restored
    typed[entry] = change.typed
    const at = times[entry]!
    const marked = (text: string) => ({
      entry,
      at,
      words: countWords(text),
      characters: text.replace(/\s/g, '').length,
    })
    if (change.pastedText !== '') pastes.push(marked(change.pastedText))
    if (change.insertedText !== '') insertions.push(marked(change.insertedText))
    if (change.deleted > 0 && !wasDeleting) revisions++
    wasDeleting = change.deleted > 0
    const [patch] = change.patches
    if (patch) {
      if (patch.from < lastPlace - returnDistance) returns++
      lastPlace = patch.from + patch.kinds.length
    }
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
        addChange(at, change)
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
    keys,
    times: times.subarray(0, end),
    lengths: lengths.subarray(0, end),
    typed: typed.subarray(0, end),
    pastes,
    insertions,
    deletions,
    revisions,
    returns,
    insertedCharacters,
    document,
    tokens: provenance.tokens,
    brokenAt,
  }
}
