import { type RecordEntry, type StepEntry, writingSchema } from '@penmark/writing'
import { sendableSteps } from 'prosemirror-collab'
import type { EditorState } from 'prosemirror-state'
import { Step, type Transform } from 'prosemirror-transform'

interface QueuedEntry {
  entry: RecordEntry
  /** The transaction that a step belongs to; null for entries without a step. */
  transform: Transform | null
}

/** Entries that the server has not confirmed, in the order of their numbers. */
export class Queue {
  #queued: QueuedEntry[] = []

  get entries(): RecordEntry[] {
    return this.#queued.map(({ entry }) => entry)
  }

  get length(): number {
    return this.#queued.length
  }

  add(entry: RecordEntry, transform: Transform | null): void {
    this.#queued.push({ entry, transform })
  }

  /**
   * The entries that one call takes: at most `count`, and together at most `characters` of JSON, but always
   * at least one.
   */
  first(count: number, characters: number): RecordEntry[] {
    const taken: RecordEntry[] = []
    let total = 0
    for (const { entry } of this.#queued.slice(0, count)) {
      total += JSON.stringify(entry).length + 1
      if (taken.length > 0 && total > characters) break
      taken.push(entry)
    }
    return taken
  }

  /** Removes everything up to entry `n`, which the server has. */
  confirm(n: number): void {
    this.#queued = this.#queued.filter(({ entry }) => entry.n > n)
  }

  /**
   * Replaces the steps by their rebased versions, after steps of other pages came before them. A step that no
   * longer applies is dropped with its entry; the server has not seen the numbers that become free.
   */
  rebase(state: EditorState): void {
    const sendable = sendableSteps(state)
    const steps = new Map<Transform, Step[]>()
    sendable?.origins.forEach((transform, at) => {
      const step = sendable.steps[at]
      if (step === undefined) return
      steps.set(transform, [...(steps.get(transform) ?? []), step])
    })
    this.#queued = this.#queued.flatMap((queuedEntry) => {
      if (queuedEntry.transform === null || queuedEntry.entry.kind !== 'step') return [queuedEntry]
      const step = steps.get(queuedEntry.transform)?.shift()
      return step === undefined
        ? []
        : [{ ...queuedEntry, entry: { ...queuedEntry.entry, step: step.toJSON() as StepEntry['step'] } }]
    })
  }
}

export const stepsOf = (entries: readonly RecordEntry[]): StepEntry[] =>
  entries.filter((entry): entry is StepEntry => entry.kind === 'step')

export const readStep = (entry: StepEntry): Step => Step.fromJSON(writingSchema, entry.step)
