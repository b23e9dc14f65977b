/** Attributes of a step: our own ids, routes, codes and counts. Never a text, a name, an address or a token. */
export type Facts = Record<string, string | number>

export interface Step {
  name: string
  /** `answer` and `job` start work requested by another process; all other steps are nested in them. */
  kind?: 'answer' | 'job'
  /** `traceparent` of the parent step, which may run in another process. Defaults to the running step. */
  from?: string | null
  facts?: Facts
}

export interface RunningStep {
  /** Runs `task` with this step as the parent of every step it starts. */
  within<T>(task: () => T): T
  end(facts?: Facts): void
  /** Ends it as failed. */
  fail(facts?: Facts): void
}

/** Records nested steps and their durations. */
export interface Tracer {
  begin(step: Step): RunningStep
  /** The running step as a `traceparent` header (W3C Trace Context); null outside of any step. */
  mark(): string | null
  /** Adds attributes to the running step. */
  note(facts: Facts): void
  /** Flushes what was recorded and stops recording. */
  close(): Promise<void>
}

let tracer: Tracer | null = null

/** Sets the tracer of this process; null turns tracing off, and a step then costs one comparison. */
export function traceWith(next: Tracer | null): void {
  tracer = next
}

export function isTraced(): boolean {
  return tracer !== null
}

export function beginStep(step: Step): RunningStep | null {
  return tracer === null ? null : tracer.begin(step)
}

/** Runs `task` as one step. */
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

/** The current trace context, to pass to another process; null when tracing is off. */
export function markOfStep(): string | null {
  return tracer === null ? null : tracer.mark()
}

export function noteInStep(facts: Facts): void {
  tracer?.note(facts)
}
