/** Where a change came from, as the editor saw it. */
export type Origin = 'typing' | 'paste' | 'drop' | 'replacement' | 'delete' | 'cut' | 'undo' | 'redo' | 'format'

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

/** One entry of a record: a change of the text, or what happened around it. */
export type RecordEntry =
  | StepEntry
  | (EntryFields & { kind: 'open' | 'close' | 'focus' | 'blur' })
  | (EntryFields & { kind: 'blocked-paste'; characters: number })
