import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import * as z from 'zod/mini'
import { writingSchema } from './schema.ts'
import type { Origin, RecordEntry } from './step.ts'

export const googleHistoryLimits = {
  /** Of the file. */
  characters: 50_000_000,
  /** Changes of the text, each of them an entry of the record. */
  changes: 300_000,
  textCharacters: 400_000,
  paragraphs: 5_000,
  /** Nesting of compound changes. */
  depth: 8,
} as const

export type GoogleHistoryProblem = 'not-a-history' | 'too-large' | 'incomplete' | 'empty' | 'does-not-apply'

/** The file is not a history of Google Docs, or cannot be followed to its end. */
export class GoogleHistoryError extends Error {
  readonly problem: GoogleHistoryProblem
  /** The revision at which reading stopped; null if the problem does not concern a single one. */
  readonly revision: number | null

  constructor(problem: GoogleHistoryProblem, revision: number | null = null) {
    super(revision === null ? problem : `${problem} at revision ${revision}`)
    this.problem = problem
    this.revision = revision
  }
}

export interface GoogleHistory {
  /** The history in the form of a record: one entry for each change of the text. */
  entries: RecordEntry[]
  /** How many people changed the text. */
  people: number
  /** Changes made as suggestions, which are part of the text while they are open. */
  suggested: number
  /** Operations that change no text, such as styles and pictures. */
  ignored: number
}

const Operation = z.looseObject({ ty: z.string() })
const position = z.int().check(z.minimum(1))
const Insertion = z.object({ ibi: position, s: z.string() })
const Deletion = z.object({ si: position, ei: position })
const Compound = z.object({ mts: z.array(z.unknown()) })
const Restoration = z.object({ snapshot: z.array(z.unknown()) })
const Row = z.tuple(
  [z.unknown(), z.number().check(z.minimum(0), z.maximum(8.64e15)), z.unknown(), z.int().check(z.minimum(1))],
  z.unknown(),
)
const File = z.looseObject({ changelog: z.array(z.unknown()) })

type TextChange =
  | { kind: 'insert'; at: number; text: string }
  | { kind: 'delete'; from: number; to: number }
  /** An earlier version replaced the whole text. */
  | { kind: 'restore'; text: string }

/**
 * Reads the response of Google Docs' `revisions/load`: a list of rows
 * `[operation, milliseconds, …, revision, …]`, with positions that count the characters of the text from 1.
 * Google does not document the format, so unknown operations are counted and skipped. One that does not fit
 * the text ends the reading with a problem, because everything after it would be wrong.
 */
export function readGoogleHistory(file: string): GoogleHistory {
  if (file.length > googleHistoryLimits.characters) throw new GoogleHistoryError('too-large')
  const rows = rowsOf(file)
  const text = new GrowingText()
  const entries: RecordEntry[] = []
  const counts = { suggested: 0, ignored: 0 }
  const writers = new Writers()
  for (const [nth, raw] of rows.entries()) {
    const row = Row.safeParse(raw)
    if (!row.success) throw new GoogleHistoryError('not-a-history')
    const [operation, time, , revision] = row.data
    if (nth === 0 && revision !== 1) throw new GoogleHistoryError('incomplete', revision)
    const changes: TextChange[] = []
    if (!collectChanges(operation, changes, counts, 0))
      throw new GoogleHistoryError('does-not-apply', revision)
    for (const change of joined(changes)) {
      if (entries.length >= googleHistoryLimits.changes) throw new GoogleHistoryError('too-large', revision)
      const step = text.apply(change, revision)
      if (step === null) continue
      const origin: Origin =
        change.kind === 'insert' ? 'typing' : change.kind === 'delete' ? 'delete' : 'undo'
      const json = step.toJSON() as Record<string, unknown>
      entries.push({ kind: 'step', ...writers.next(row.data), at: Math.trunc(time), origin, step: json })
    }
  }
  if (entries.length === 0) throw new GoogleHistoryError('empty')
  return { entries, people: writers.people, ...counts }
}

function rowsOf(file: string): unknown[] {
  // Google's prefix against other pages running the response as a script.
  const json = file.trimStart().replace(/^\)\]\}'/, '')
  try {
    return File.parse(JSON.parse(json)).changelog
  } catch {
    throw new GoogleHistoryError('not-a-history')
  }
}

/**
 * Adds the text changes of an operation. Returns false if the operation should change the text but cannot be
 * read.
 */
function collectChanges(
  raw: unknown,
  changes: TextChange[],
  counts: { suggested: number; ignored: number },
  depth: number,
): boolean {
  const operation = Operation.safeParse(raw)
  if (!operation.success) {
    counts.ignored++
    return true
  }
  switch (operation.data.ty) {
    case 'is':
    case 'iss': {
      const insertion = Insertion.safeParse(raw)
      if (!insertion.success) return false
      if (operation.data.ty === 'iss') counts.suggested++
      changes.push({ kind: 'insert', at: insertion.data.ibi - 1, text: insertion.data.s })
      return true
    }
    case 'ds':
    case 'dss': {
      const deletion = Deletion.safeParse(raw)
      if (!deletion.success) return false
      changes.push({ kind: 'delete', from: deletion.data.si - 1, to: deletion.data.ei })
      return true
    }
    case 'msfd':
      counts.suggested++
      return true
    case 'mlti': {
      const compound = Compound.safeParse(raw)
      if (!compound.success || depth >= googleHistoryLimits.depth) return false
      return compound.data.mts.every((part) => collectChanges(part, changes, counts, depth + 1))
    }
    case 'rvrt': {
      const restoration = Restoration.safeParse(raw)
      const within: TextChange[] = []
      if (!restoration.success || depth >= googleHistoryLimits.depth) return false
      if (!restoration.data.snapshot.every((part) => collectChanges(part, within, counts, depth + 1)))
        return false
      const text = textAfter(within)
      if (text === null) return false
      changes.push({ kind: 'restore', text })
      return true
    }
    default:
      counts.ignored++
      return true
  }
}

/** The text of a restored version, which must consist of consecutive insertions; null for anything else. */
function textAfter(changes: readonly TextChange[]): string | null {
  let length = 0
  const parts: string[] = []
  for (const change of changes) {
    if (change.kind !== 'insert' || change.at !== length) return null
    length += change.text.length
    parts.push(change.text)
  }
  return parts.join('')
}

/**
 * Joins consecutive insertions of one change, because Google splits a pasted text where its style changes.
 */
function joined(changes: readonly TextChange[]): TextChange[] {
  const result: TextChange[] = []
  const pieces: string[] = []
  let start = 0
  let end = 0
  const close = () => {
    if (pieces.length > 0) result.push({ kind: 'insert', at: start, text: pieces.join('') })
    pieces.length = 0
  }
  for (const change of changes) {
    if (change.kind !== 'insert') {
      close()
      result.push(change)
      continue
    }
    if (pieces.length === 0 || change.at !== end) {
      close()
      start = change.at
      end = start
    }
    pieces.push(change.text)
    end += change.text.length
  }
  close()
  return result
}

/**
 * Identifies who made a change without storing Google's names: a row contains a person and one of their
 * sessions, in either order.
 */
class Writers {
  private readonly names = new Map<string, { client: string; entries: number }>()
  private readonly thirdFields = new Set<string>()
  private readonly fifthFields = new Set<string>()

  next(row: readonly unknown[]): { client: string; n: number } {
    const [third, fifth] = [String(row[2]), String(row[4])]
    this.thirdFields.add(third)
    this.fifthFields.add(fifth)
    const key = JSON.stringify([third, fifth])
    const known = this.names.get(key) ?? { client: `google-docs-${this.names.size + 1}`, entries: 0 }
    known.entries++
    this.names.set(key, known)
    return { client: known.client, n: known.entries }
  }

  /** A session has one person, so there are at least as many sessions as people. */
  get people(): number {
    return Math.min(this.thirdFields.size, this.fifthFields.size)
  }
}

/**
 * The length of Google's text and its paragraph ends, to convert positions into those of a document of
 * `writingSchema`.
 */
class GrowingText {
  private length = 0
  /**
   * Positions of line ends, sorted. In the document, each takes two positions: the end of a paragraph and the
   * start of the next.
   */
  private breaks: number[] = []

  /** The step that makes a change; null if nothing changes. */
  apply(change: TextChange, revision: number): ReplaceStep | null {
    const from = change.kind === 'insert' ? change.at : change.kind === 'delete' ? change.from : 0
    const to = change.kind === 'insert' ? change.at : change.kind === 'delete' ? change.to : this.length
    const text = change.kind === 'delete' ? '' : change.text
    if (to < from || to > this.length) throw new GoogleHistoryError('does-not-apply', revision)
    if (from === to && text === '') return null
    const start = this.breaksBefore(from)
    const end = this.breaksBefore(to)
    const step = new ReplaceStep(from + start + 1, to + end + 1, sliceOf(text))
    const added = lineEnds(text)
    this.length += text.length - (to - from)
    const total = this.breaks.length + added.length - (end - start)
    if (this.length > googleHistoryLimits.textCharacters || total > googleHistoryLimits.paragraphs)
      throw new GoogleHistoryError('too-large', revision)
    this.breaks.splice(start, end - start, ...added.map((at) => from + at))
    const shift = text.length - (to - from)
    for (let nth = start + added.length; nth < this.breaks.length; nth++) this.breaks[nth]! += shift
    return step
  }

  /** The number of line ends before a position. */
  private breaksBefore(position: number): number {
    let low = 0
    let high = this.breaks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.breaks[middle]! < position) low = middle + 1
      else high = middle
    }
    return low
  }
}

function lineEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    ends.push(at)
    if (ends.length > googleHistoryLimits.paragraphs) break
  }
  return ends
}

const softBreak = '\v'

/** A piece of Google's text as a slice. Every character takes one position, except line ends. */
function sliceOf(text: string): Slice {
  if (text === '') return Slice.empty
  const lines = text.split('\n', googleHistoryLimits.paragraphs + 2).map(inlineOf)
  if (lines.length === 1) return new Slice(Fragment.fromArray(lines[0]!), 0, 0)
  return new Slice(Fragment.fromArray(lines.map((line) => writingSchema.node('paragraph', null, line))), 1, 1)
}

function inlineOf(line: string): Node[] {
  const nodes: Node[] = []
  for (const [nth, piece] of line.split(softBreak).entries()) {
    if (nth > 0) nodes.push(writingSchema.node('hard_break'))
    if (piece !== '') nodes.push(writingSchema.text(withoutPlaceholders(piece)))
  }
  return nodes
}

/**
 * Replaces Google's placeholder characters for tables, pictures and the like by spaces, so that positions
 * stay right.
 */
const withoutPlaceholders = (text: string) => text.replace(/[^\P{Cc}\t]|[\ue000-\uf8ff]/gu, ' ')
