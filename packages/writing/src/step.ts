import { Mark, type Node } from 'prosemirror-model'
import {
  AddMarkStep,
  AttrStep,
  RemoveMarkStep,
  ReplaceAroundStep,
  ReplaceStep,
  Step,
} from 'prosemirror-transform'
import { writingSchema } from './schema.ts'

/** A step of a record is malformed, does not fit the text it should change, or would violate the schema. */
export class StepError extends Error {}

/** Nested lists and quotes: deeper than anyone writes, and shallow enough for recursion. */
const deepest = 40

const positions = ['from', 'to', 'gapFrom', 'gapTo', 'insert', 'pos'] as const

/** The step of an entry. @throws {StepError} unless it is of a kind that an editor of this schema makes. */
export function stepOf(entry: StepEntry): Step {
  const wrong = positions.find((name) => {
    const position = entry.step[name]
    return position !== undefined && !(Number.isSafeInteger(position) && Number(position) >= 0)
  })
  if (wrong) throw new StepError(`"${wrong}" is not a position`)
  const step = attempt(() => Step.fromJSON(writingSchema, entry.step))
  const known =
    step instanceof ReplaceStep ||
    step instanceof ReplaceAroundStep ||
    step instanceof AddMarkStep ||
    step instanceof RemoveMarkStep ||
    step instanceof AttrStep
  if (!known) throw new StepError('no step of this kind is recorded')
  return step
}

/** The text after a step. */
export function applyStep(document: Node, step: Step): Node {
  const { doc, failed } = attempt(() => step.apply(document))
  if (!doc) throw new StepError(failed ?? 'the step does not apply')
  attempt(() => checkChanged(doc, document, 1))
  return doc
}

/** The text after an entry. Entries that are not steps do not change it. */
export function applyEntry(document: Node, entry: RecordEntry): Node {
  return entry.kind === 'step' ? applyStep(document, stepOf(entry)) : document
}

/**
 * Turns any error into a `StepError`: ProseMirror throws many kinds at hostile steps, including exhausted
 * recursion.
 */
function attempt<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof StepError) throw error
    throw new StepError(error instanceof Error ? error.message : 'the step does not apply')
  }
}

/**
 * Checks the nodes that a step replaced. Nodes shared with the previous text were checked before, and
 * attributes when they were made.
 */
function checkChanged(node: Node, before: Node | null, depth: number): void {
  if (node === before) return
  if (depth > deepest) throw new StepError('the text is nested too deeply')
  if (!node.type.validContent(node.content)) throw new StepError(`a ${node.type.name} cannot hold this`)
  const marks = node.marks.reduce((set, mark) => mark.addToSet(set), Mark.none)
  if (!Mark.sameSet(marks, node.marks)) throw new StepError('a mark is set twice')
  const old = before?.children ?? []
  const shift = old.length - node.childCount
  let first = 0
  while (first < node.childCount && node.child(first) === old[first]) first++
  let end = node.childCount
  while (end > first && end + shift > first && node.child(end - 1) === old[end - 1 + shift]) end--
  const paired = end === first + 1 && shift === 0 ? (old[first] ?? null) : null
  for (let nth = first; nth < end; nth++) checkChanged(node.child(nth), paired, depth + 1)
}

/** Where a change came from, as the editor saw it. */
export type Origin =
  | 'typing'
  | 'paste'
  | 'drop'
  | 'replacement'
  | 'delete'
  | 'cut'
  | 'undo'
  | 'redo'
  | 'format'

interface EntryFields {
  /** Milliseconds since 1970 by the clock of the writer's device. */
  at: number
  /** Which editor made it: a random name for each opened page. */
  client: string
  /** Counts the entries of this client from 1. */
  n: number
}

/** A change of the text, as the JSON form of a ProseMirror step over `writingSchema`. */
export interface StepEntry extends EntryFields {
  kind: 'step'
  origin: Origin
  step: Record<string, unknown>
}

/** One entry of a record: a change of the text, or an event around it. */
export type RecordEntry =
  | StepEntry
  | (EntryFields & { kind: 'open' | 'close' | 'focus' | 'blur' | 'offline' | 'online' })
  | (EntryFields & { kind: 'blocked-paste'; characters: number })
