/**
 * Attributes of a span: our own ids, routes, codes and counts. Never a text, a name, an address or a token.
 */
export type SpanAttributes = Record<string, string | number>

export interface SpanOptions {
  name: string
  /** `answer` and `job` start work requested by another process; all other spans are nested in them. */
  kind?: 'answer' | 'job'
  /** `traceparent` of the parent, which may run in another process. Defaults to the running span. */
  parent?: string | null
  attributes?: SpanAttributes
}

export interface RunningSpan {
  /** Runs `task` with this span as the parent of every span it starts. */
  run<T>(task: () => T): T
  end(attributes?: SpanAttributes): void
  /** Ends it as failed. */
  fail(attributes?: SpanAttributes): void
}

/** Records nested spans and their durations. */
export interface Tracer {
  start(options: SpanOptions): RunningSpan
  /** The running span as a `traceparent` header (W3C Trace Context); null outside of any span. */
  traceparent(): string | null
  /** Adds attributes to the running span. */
  addAttributes(attributes: SpanAttributes): void
  /** Flushes what was recorded and stops recording. */
  close(): Promise<void>
}

let tracer: Tracer | null = null

/** Sets the tracer of this process; null turns tracing off, and a span then costs one comparison. */
export function setTracer(newTracer: Tracer | null): void {
  tracer = newTracer
}

export function isTraced(): boolean {
  return tracer !== null
}

export function startSpan(options: SpanOptions): RunningSpan | null {
  return tracer === null ? null : tracer.start(options)
}

/** Runs `task` as one span. */
export async function inSpan<T>(options: SpanOptions, task: () => Promise<T>): Promise<T> {
  if (tracer === null) return task()
  const span = tracer.start(options)
  try {
    const result = await span.run(task)
    span.end()
    return result
  } catch (error) {
    span.fail()
    throw error
  }
}

/** The current trace context, to pass to another process; null when tracing is off. */
export function currentTraceparent(): string | null {
  return tracer === null ? null : tracer.traceparent()
}

export function addSpanAttributes(attributes: SpanAttributes): void {
  tracer?.addAttributes(attributes)
}
