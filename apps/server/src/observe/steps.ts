/** What may be told of a step: ids of ours, routes, codes and counts. Never a text, a name, an address or a token. */
export type Facts = Record<string, string | number>

export interface Step {
  name: string
  /** `answer` and `job` begin what another process asked for; everything else lies within. */
  kind?: 'answer' | 'job'
  /** The mark of the step, of another process perhaps, that this one follows from. Without it: the one that is running. */
  from?: string | null
  facts?: Facts
}

export interface RunningStep {
  /** Runs `task` so that every step it begins, now or later, lies within this one. */
  within<T>(task: () => T): T
  end(facts?: Facts): void
  /** Ends it as failed. */
  fail(facts?: Facts): void
}

/** Somebody who writes down which step took how long within which. */
export interface Tracer {
  begin(step: Step): RunningStep
  /** The step that is running, as the header `traceparent` has it (W3C Trace Context); null outside of all. */
  mark(): string | null
  /** Adds facts to the step that is running. */
  note(facts: Facts): void
  /** Sends what is written down already, and writes no more. */
  close(): Promise<void>
}

let tracer: Tracer | null = null

/** Has steps traced from now on, in the whole process; null ends it. Where nobody does, a step costs one comparison. */
export function traceWith(next: Tracer | null): void {
  tracer = next
}

export function isTraced(): boolean {
  return tracer !== null
}

export function beginStep(step: Step): RunningStep | null {
  return tracer === null ? null : tracer.begin(step)
}

/** Does `task` as one step. */
export async function asStep<T>(step: Step, task: () => Promise<T>): Promise<T> {
  if (tracer === null) return task()
  const running = tracer.begin(step)
  try {
    const result = await running.within(task)
    running.end()
    return result
  } catch (error) {
    running.fail()
    throw error
  }
}

/** Where the present work stands, to be handed to another process; null where nobody traces. */
export function markOfStep(): string | null {
  return tracer === null ? null : tracer.mark()
}

export function noteInStep(facts: Facts): void {
  tracer?.note(facts)
}
