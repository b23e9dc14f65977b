import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@penmark/contract'
import { channels, type OutsideCallEvent } from '../observe/channels.ts'

/**
 * What lies outside this process, as named in logs and metrics. `addresses` are those that users enter, and
 * public catalogues.
 */
export type OutsideService = 'files' | 'payment' | 'mail' | 'sign-in' | 'recaptcha' | 'addresses'

/** `refused` is an answer that another attempt would not change; `stopped` means that this process ends. */
type OutsideFault = 'timeout' | 'unavailable' | 'refused' | 'stopped'

/**
 * A call to a service outside this process failed. Its cause may carry a status, which is the service's and
 * says nothing about our caller.
 */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  readonly service: OutsideService
  readonly fault: OutsideFault

  constructor(service: OutsideService, fault: OutsideFault, options?: ErrorOptions) {
    super(`A call outside failed: ${service}, ${fault}`, options)
    this.service = service
    this.fault = fault
  }
}

/** The failed call outside that led to an error, if one did. */
export function outsideErrorOf(error: unknown): OutsideError | null {
  if (error instanceof OutsideError) return error
  return error instanceof Error && error.cause !== undefined ? outsideErrorOf(error.cause) : null
}

export interface Deadline {
  /** Aborted at the deadline, and when this process ends. */
  signal: AbortSignal
  /** Starts the time anew, because something moved. */
  renew(): void
}

interface OutsideCall {
  service: OutsideService
  withinMs: number
  /** The pauses before further attempts. Only for a call that may be made twice. */
  retryAfterMs?: readonly number[]
  isRefused?: (error: unknown) => boolean
}

/** Why one of our own deadlines ended a call. */
class EndedError extends Error {
  override readonly name = 'EndedError'
  readonly fault: 'timeout' | 'stopped'

  constructor(fault: 'timeout' | 'stopped') {
    super(fault)
    this.fault = fault
  }
}

const inProgress = new Set<AbortController>()
let isStopped = false

export function allowOutsideCalls(): void {
  isStopped = false
}

/**
 * Ends the calls outside in progress and refuses others, so that a service that does not answer cannot keep
 * this process from ending.
 */
export function stopOutsideCalls(): void {
  isStopped = true
  for (const call of inProgress) call.abort(new EndedError('stopped'))
}

/** Resolves like the work, but rejects at the deadline whether or not the work heeds the signal. */
async function withDeadline<T>(withinMs: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  if (isStopped) throw new EndedError('stopped')
  const call = new AbortController()
  const { signal } = call
  inProgress.add(call)
  const timer = setTimeout(() => call.abort(new EndedError('timeout')), withinMs)
  try {
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      work({ signal, renew: () => void timer.refresh() }).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    inProgress.delete(call)
  }
}

function toOutsideError({ service, isRefused }: OutsideCall, error: unknown): OutsideError {
  if (error instanceof OutsideError) return error
  if (error instanceof EndedError) return new OutsideError(service, error.fault)
  return new OutsideError(service, isRefused?.(error) === true ? 'refused' : 'unavailable', { cause: error })
}

/**
 * Calls a service outside this process. An attempt that takes longer than `withinMs` is aborted, and frees
 * what waits for it even if the service's client ignores the signal. It is not repeated then, because whoever
 * waits has waited long enough. Throws `OutsideError`, or a `Problem` of the attempt.
 */
export async function callOutside<T>(
  call: OutsideCall,
  attempt: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const publish = (outcome: OutsideCallEvent['outcome']) => {
    const event: OutsideCallEvent = {
      service: call.service,
      outcome,
      seconds: (performance.now() - startedAt) / 1_000,
    }
    channels.outsideCall.publish(event)
  }
  const pausesMs = [0, ...(call.retryAfterMs ?? [])]
  for (;;) {
    const pauseMs = pausesMs.shift() ?? 0
    try {
      if (pauseMs > 0)
        await withDeadline(pauseMs + call.withinMs, ({ signal }) => wait(pauseMs, undefined, { signal }))
      const result = await withDeadline(call.withinMs, attempt)
      publish('done')
      return result
    } catch (error) {
      if (error instanceof Problem) {
        publish('done')
        throw error
      }
      const failure = toOutsideError(call, error)
      if (failure.fault === 'unavailable' && pausesMs.length > 0) continue
      publish(failure.fault)
      throw failure
    }
  }
}

/** The same stream, which fails when nothing arrives for `withinMs` while somebody waits for more of it. */
export function readOutside(
  { service, withinMs }: Pick<OutsideCall, 'service' | 'withinMs'>,
  source: Readable,
): Readable {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  const read = async function* () {
    try {
      for (;;) {
        const next = await withDeadline(withinMs, () => chunks.next())
        if (next.done === true) return
        yield next.value
      }
    } catch (error) {
      throw toOutsideError({ service, withinMs }, error)
    } finally {
      source.destroy()
    }
  }
  return Readable.from(read(), { objectMode: false })
}
