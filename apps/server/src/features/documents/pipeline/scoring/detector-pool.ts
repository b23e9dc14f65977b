import type { Worker } from 'node:worker_threads'
import { processorMs } from '@penmark/extract'
import { problem } from '../../../../locale/problems/problem.ts'
import type { DetectorAnswer, DetectorRequest, RequestBatch, ThreadMessage } from './detector-messages.ts'
import { charactersOf, createWaitingTexts, longestWait, type Slot, type Task } from './waiting-texts.ts'

export type Ready = Extract<ThreadMessage, { kind: 'ready' }>

export type Lane = 'short' | 'long'

export interface PoolOptions {
  /**
   * A thread of the `long` lane has a lower priority. It takes long texts, and short ones while no long ones
   * wait and the first thread is busy.
   */
  startThread(lane: Lane): Worker
  /** By default it is terminated wherever it is. */
  stopThread?(thread: Worker): Promise<unknown>
  /** The maximum number of threads. Each is started when first needed, and again after it ended. */
  size: number
  /**
   * How long texts with this many characters in total may take, from when a thread starts on them. While the
   * thread has not run for half of it, because it waited for the processor, they may take longer.
   */
  limitMs?(characters: number): number
  /** The processor time of a thread, by its system id; null if unknown. */
  usedMs?(systemThread: number): number | null
  /** How many texts may wait before one with `refusesToWait` is refused. */
  maxWaiting?: number
}

export interface DetectOptions {
  signal: AbortSignal
  /** The text's owner: waiting owners are served in turn. */
  owner: string
  /** Throws a `Problem` (busy) at once when many are waiting. */
  refusesToWait?: boolean
}

export interface DetectorPool {
  /** Starts the first thread and returns what it loaded. */
  open(): Promise<Ready>
  /**
   * Throws a `Problem` when the text takes too long, the signal's reason when aborted, and other errors when
   * a retry may succeed.
   */
  ask(request: DetectorRequest, options: DetectOptions): Promise<DetectorAnswer>
  close(): Promise<void>
}

/**
 * Five times what prose takes with an encoder in compiled code, enough for WebAssembly, plus time for a busy
 * machine to start.
 */
const defaultLimitMs = (characters: number) => 10_000 + characters / 4

const defaultUsedMs = (systemThread: number) => processorMs(`/proc/self/task/${systemThread}/stat`)

/** How often starting a thread may fail in a row before waiting requests are refused. */
const startAttempts = 3

const tooSlow = () => problem('invalid_input', 'text_too_slow')

const busy = () => problem('busy', 'texts_waiting', {}, { retryAfterSeconds: 10 })

/**
 * Scores texts on a few threads. Long texts leave the first thread to short ones. The texts of a batch that
 * takes too long are retried one by one, so that only the one at fault fails.
 */
export function createDetectorPool({
  startThread,
  stopThread = (thread) => thread.terminate(),
  size,
  limitMs = defaultLimitMs,
  usedMs = defaultUsedMs,
  maxWaiting = 200,
}: PoolOptions): DetectorPool {
  const slots: Slot[] = Array.from({ length: size }, () => ({ state: 'stopped' }))
  const waiting = createWaitingTexts()
  let failedStarts = 0
  let batchCount = 0
  let isClosed = false
  /** Looks again whether short texts still have to wait for the first thread. */
  let nextLook: NodeJS.Timeout | null = null
  let opening: { resolve(ready: Ready): void; reject(error: Error): void } | null = null

  /** System ids of the threads that sent one. */
  const systemThreads = new WeakMap<Worker, number>()
  const usedBy = (thread: Worker) => {
    const systemThread = systemThreads.get(thread)
    return systemThread === undefined ? null : usedMs(systemThread)
  }
  const laneOf = (index: number): Lane => (index === 0 ? 'short' : 'long')

  const failWaiting = (error: Error) => {
    opening?.reject(error)
    opening = null
    for (const task of waiting.clear()) task.reject(error)
  }

  const startFailed = (error: Error) => {
    failedStarts++
    if (failedStarts < startAttempts || slots.some(({ state }) => state !== 'stopped')) return
    failedStarts = 0
    failWaiting(error)
  }

  const retryAlone = (batch: Task[], error: Error) => {
    if (batch.length === 1) batch[0]?.reject(error)
    else waiting.addAgain(batch)
  }

  /** The slot's thread has ended. */
  const onThreadEnd = (index: number, error: Error) => {
    const slot = slots[index] as Slot
    slots[index] = { state: 'stopped' }
    if (slot.state === 'starting') startFailed(error)
    if (slot.state === 'scoring') {
      clearTimeout(slot.timer)
      retryAlone(slot.batch, error)
    }
    dispatch()
  }

  const start = (index: number) => {
    let thread: Worker
    try {
      thread = startThread(laneOf(index))
    } catch (error) {
      startFailed(error instanceof Error ? error : new Error('The detector did not start.'))
      queueMicrotask(dispatch)
      return
    }
    slots[index] = { state: 'starting', thread }
    // Ignore messages of a thread that was replaced.
    const isCurrent = () => {
      const slot = slots[index] as Slot
      return slot.state !== 'stopped' && slot.thread === thread
    }
    const onExit = (error: Error) => {
      if (isCurrent()) onThreadEnd(index, error)
    }
    thread.on('error', onExit)
    thread.on('exit', () => onExit(new Error('The detector ended.')))
    thread.on('message', (message: ThreadMessage) => {
      if (isCurrent()) onMessage(index, thread, message)
    })
  }

  const onMessage = (index: number, thread: Worker, message: ThreadMessage) => {
    const slot = slots[index] as Slot
    slots[index] = { state: 'idle', thread }
    failedStarts = 0
    if (message.kind === 'ready') {
      if (message.systemThread !== null) systemThreads.set(thread, message.systemThread)
      opening?.resolve(message)
      opening = null
    } else if (slot.state === 'scoring') {
      clearTimeout(slot.timer)
      for (const [i, task] of slot.batch.entries()) {
        const outcome = message.outcomes[i]
        if (outcome && 'answer' in outcome) task.resolve(outcome.answer)
        else task.reject(outcome?.error ?? new Error('The detector left a text out.'))
      }
    }
    dispatch()
  }

  const runBatch = (index: number, thread: Worker, batch: Task[]) => {
    const allowedMs = limitMs(charactersOf(batch))
    const usedBefore = usedBy(thread)
    /** How much of half the limit the thread has not yet run for; 0 if unknown. */
    const leftMs = () => {
      const used = usedBy(thread)
      return used === null || usedBefore === null ? 0 : allowedMs / 2 - (used - usedBefore)
    }
    const stopUnlessWaiting = () => {
      const left = leftMs()
      if (left > 0) {
        slot.timer = setTimeout(onTimeout, Math.max(left, allowedMs / 20))
        return
      }
      onThreadEnd(index, tooSlow())
      void stopThread(thread)
    }
    const onTimeout = () => {
      // An answer may have arrived while this process was busy and its timers late. It is read before the
      // immediate runs.
      setImmediate(() => {
        if (slots[index] === slot) stopUnlessWaiting()
      })
    }
    const slot = {
      state: 'scoring' as const,
      thread,
      batch,
      sinceMs: performance.now(),
      timer: setTimeout(onTimeout, allowedMs),
    }
    slots[index] = slot
    const message: RequestBatch = { id: batchCount++, requests: batch.map(({ request }) => request) }
    thread.postMessage(message)
  }

  const lookAgain = () => {
    nextLook = null
    dispatch()
  }

  const dispatch = () => {
    if (isClosed) return
    for (const [index, slot] of slots.entries()) {
      if (slot.state !== 'idle') continue
      const batch = waiting.take(index, { slots, canStart: failedStarts < startAttempts })
      if (batch.length > 0) runBatch(index, slot.thread, batch)
    }
    if (waiting.shortCount() > 0) nextLook ??= setTimeout(lookAgain, longestWait.ms)
    const isNeeded = waiting.count() > 0 || opening !== null
    const stoppedAt = slots.findIndex(({ state }) => state === 'stopped')
    const mayStart = failedStarts < startAttempts && slots.every(({ state }) => state !== 'starting')
    if (isNeeded && mayStart && stoppedAt >= 0) start(stoppedAt)
  }

  return {
    open: () =>
      new Promise((resolve, reject) => {
        opening = { resolve, reject }
        dispatch()
      }),
    async ask(request, { signal, owner, refusesToWait = false }) {
      signal.throwIfAborted()
      if (isClosed) throw new Error('The detector ended.')
      if (refusesToWait && waiting.count() >= maxWaiting) throw busy()
      return new Promise((resolve, reject) => {
        const lane = waiting.chooseLane(owner, request.text.length)
        const task: Task = { request, owner, lane, resolve, reject }
        const abort = () => {
          waiting.remove(task)
          reject(signal.reason)
        }
        signal.addEventListener('abort', abort, { once: true })
        const settle =
          <T>(end: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', abort)
            end(value)
          }
        task.resolve = settle(resolve)
        task.reject = settle(reject)
        waiting.add(task)
        // Requests of the same tick are scored together.
        queueMicrotask(dispatch)
      })
    },
    async close() {
      isClosed = true
      if (nextLook !== null) clearTimeout(nextLook)
      const ended = new Error('The detector ended.')
      failWaiting(ended)
      const threads = slots.flatMap((slot) => (slot.state === 'stopped' ? [] : [slot.thread]))
      for (const [index, slot] of slots.entries()) {
        slots[index] = { state: 'stopped' }
        if (slot.state !== 'scoring') continue
        clearTimeout(slot.timer)
        for (const task of slot.batch) task.reject(ended)
      }
      await Promise.all(threads.map(stopThread))
    },
  }
}
