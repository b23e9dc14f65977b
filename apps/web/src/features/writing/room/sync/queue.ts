import { type RecordEntry, type StepEntry, writingSchema } from '@penmark/writing'
import { sendableSteps } from 'prosemirror-collab'
import type { EditorState } from 'prosemirror-state'
import { Step, type Transform } from 'prosemirror-transform'

interface Waiting {
  entry: RecordEntry
  /** The transaction that a step belongs to; null for entries without a step. */
  transform: Transform | null
}

/** Entries that the server has not confirmed, in the order of their numbers. */
export class Queue {
  #waiting: Waiting[] = []

  get entries(): RecordEntry[] {
    return this.#waiting.map(({ entry }) => entry)
  }

  get length(): number {
    return this.#waiting.length
  }

  add(entry: RecordEntry, transform: Transform | null): void {
    this.#waiting.push({ entry, transform })
  }

  /** The entries that one call takes: at most `count`, and together at most `characters` of JSON, but always at least one. */
  first(count: number, characters: number): RecordEntry[] {
    const taken: RecordEntry[] = []
    let total = 0
    for (const { entry } of this.#waiting.slice(0, count)) {
      total += JSON.stringify(entry).length + 1
      if (taken.length > 0 && total > characters) break
      taken.push(entry)
    }
    return taken
  }

  /** Removes everything up to entry `n`, which the server has. */
  confirm(n: number): void {
    this.#waiting = this.#waiting.filter(({ entry }) => entry.n > n)
  }

  /**
   * Takes over the steps as they are after others' steps came in between. A step that no longer applies was dropped with its entry; no server
   * has seen the numbers that become free.
   */
  rebase(state: EditorState): void {
    const sendable = sendableSteps(state)
    const steps = new Map<Transform, Step[]>()
    sendable?.origins.forEach((transform, at) => {
      const step = sendable.steps[at]
      if (step === undefined) return
      steps.set(transform, [...(steps.get(transform) ?? []), step])
    })
    this.#waiting = this.#waiting.flatMap((each) => {
      if (each.transform === null || each.entry.kind !== 'step') return [each]
      const step = steps.get(each.transform)?.shift()
      return step === undefined ? [] : [{ ...each, entry: { ...each.entry, step: step.toJSON() as StepEntry['step'] } }]
    })
  }
}

export const stepsOf = (entries: readonly RecordEntry[]): StepEntry[] =>
  entries.filter((entry): entry is StepEntry => entry.kind === 'step')

export const readStep = (entry: StepEntry): Step => Step.fromJSON(writingSchema, entry.step)
