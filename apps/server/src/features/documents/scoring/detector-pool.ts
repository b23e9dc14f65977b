import type { Worker } from 'node:worker_threads'
import { processorMs } from '@penmark/extract'
import { problem } from '../../../problems/problem.ts'
import type { DetectorAnswer, DetectorRequest, RequestBatch, ThreadMessage } from './detector-messages.ts'
import { createRoundRobin } from './round-robin.ts'

export type Ready = Extract<ThreadMessage, { kind: 'ready' }>

export type Lane = 'short' | 'long'

export interface PoolOptions {
  /** A thread of the `long` lane has a lower priority. It takes long texts, and short ones while no long ones wait and the first thread is busy. */
  startThread(lane: Lane): Worker
  /** By default it is terminated wherever it is. */
  stopThread?(thread: Worker): Promise<unknown>
  /** The maximum number of threads. Each is started when first needed, and again after it ended. */
  size: number
  /**
   * How long texts with this many characters in total may take, from when a thread starts on them. While the thread has not run for half of
   * it, because it waited for the processor, they may take longer.
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
  /** Throws a `Problem` when the text takes too long, the signal's reason when aborted, and other errors when a retry may succeed. */
  ask(request: DetectorRequest, options: DetectOptions): Promise<DetectorAnswer>
  close(): Promise<void>
}

/** Five times what prose takes with an encoder in compiled code, enough for WebAssembly, plus time for a busy machine to start. */
const defaultLimitMs = (characters: number) => 10_000 + characters / 4

const defaultUsedMs = (systemThread: number) => processorMs(`/proc/self/task/${systemThread}/stat`)

const shortCharacters = 20_000
/** A few lines are scored in batches, which wake a thread once. A page takes 0.15 s, and every text of its batch and the next would wait for it. */
const largestBatch = { texts: 4, characters: 1_000 }
/**
 * Short texts wait for the first thread while fewer characters than this are before them, and while it has worked on its batch for less than this. A thread
 * of low priority hardly runs when the processors are busy, so it would keep them for longer.
 */
const longestWait = { characters: 6_000, ms: 500 }
/**
 * A text is single if its owner sent no other for so long. For as long after it, the first thread takes only such texts, while another thread works on the
 * rest: somebody with a single page then waits for none of the thousand that another teacher sent at once.
 */
const singleMs = 2_000
/** How many batches of short texts may pass a long one where one thread serves both. */
const shortBatchesPerLong = 8
/** How often starting a thread may fail in a row before waiting requests are refused. */
const startAttempts = 3

const tooSlow = () => problem('invalid_input', 'text_too_slow')

const busy = () => problem('busy', 'texts_waiting', {}, { retryAfterSeconds: 10 })

interface Task {
  request: DetectorRequest
  owner: string
  /** A text whose batch took too long is treated as a long one. */
  length: 'single' | 'short' | 'long'
  resolve(answer: DetectorAnswer): void
  reject(error: unknown): void
}

const charactersOf = (tasks: readonly Task[]) => tasks.reduce((sum, { request }) => sum + request.text.length, 0)

/** One thread's slot in the pool. `stopped` covers every reason why there is no thread: not needed yet, ended, or failed to start. */
type Slot = { state: 'stopped' } | { state: 'starting'; thread: Worker } | { state: 'idle'; thread: Worker } | Scoring

interface Scoring {
  state: 'scoring'
  thread: Worker
  batch: Task[]
  sinceMs: number
  timer: NodeJS.Timeout
}

/**
 * Scores texts on a few threads. Long texts leave the first thread to short ones. The texts of a batch that takes too long are retried one
 * by one, so that only the one at fault fails.
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
  const waiting = { single: createRoundRobin<Task>(), short: createRoundRobin<Task>(), long: createRoundRobin<Task>() }
  /** How many texts of each owner wait or are being scored. */
  const held = new Map<string, number>()
  /** The latest text of each owner who sent one not long ago. */
  const latest = new Map<string, { sinceMs: number; length: Task['length'] }>()
  let shortBatchesInARow = 0
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
  /** The first thread takes short texts only, unless there is no other and none can be started. */
  const mayTakeLong = (index: number) => {
    const [, ...others] = slots
    return laneOf(index) === 'long' || others.every(({ state }) => state === 'stopped' && failedStarts >= startAttempts)
  }
  const shortCount = () => waiting.single.length + waiting.short.length
  const waitingCount = () => shortCount() + waiting.long.length

  const failWaiting = (error: Error) => {
    opening?.reject(error)
    opening = null
    for (const lane of Object.values(waiting)) for (const task of lane.clear()) task.reject(error)
  }

  const isFirstThreadRunning = () => slots[0]?.state !== 'stopped'
  const forgetLatest = () => {
    const now = performance.now()
    for (const [owner, { sinceMs }] of latest) if (now - sinceMs >= singleMs) latest.delete(owner)
  }
  /** False for a thread on a long text, and for one that hardly runs, because the processors are busy. */
  const isGettingOn = ({ batch, sinceMs }: Scoring) => batch[0]?.length !== 'long' && performance.now() - sinceMs < longestWait.ms
  /** Whether the first thread is kept for single texts of others than those who wait with more. */
  const isKeptFree = () => {
    forgetLatest()
    const [, ...others] = slots
    const doesAnotherTakeShort = others.some((slot) =>
      slot.state === 'scoring' ? isGettingOn(slot) : slot.state !== 'stopped' || failedStarts < startAttempts,
    )
    return doesAnotherTakeShort && [...latest].some(([owner, { length }]) => length === 'single' && !waiting.short.has(owner))
  }
  const isFirstThreadBusy = () => {
    const [first] = slots
    const scoring = first?.state === 'scoring' ? first : null
    const ahead = charactersOf([...(scoring?.batch ?? []), ...waiting.single.items(), ...(isKeptFree() ? [] : waiting.short.items())])
    return ahead > longestWait.characters || (scoring !== null && performance.now() - scoring.sinceMs >= longestWait.ms)
  }
  const takeShort = (lane: 'single' | 'short') => {
    shortBatchesInARow++
    return waiting[lane].take(largestBatch.texts, (next, taken) => charactersOf([...taken, next]) <= largestBatch.characters)
  }

  const takeBatch = (index: number): Task[] => {
    const isLongsTurn = shortCount() === 0 || size > 1 || shortBatchesInARow >= shortBatchesPerLong
    if (waiting.long.length > 0 && mayTakeLong(index) && isLongsTurn) {
      shortBatchesInARow = 0
      return waiting.long.take(1)
    }
    const isHelping = laneOf(index) === 'long' && isFirstThreadRunning()
    if (!isHelping) return waiting.single.length > 0 ? takeShort('single') : isKeptFree() ? [] : takeShort('short')
    // The first thread takes none of these, so everybody has their turn here.
    if (isKeptFree() && waiting.short.length > 0) return takeShort('short')
    if (!isFirstThreadBusy()) return []
    return waiting.short.length > 0 ? waiting.short.takeFromLongest() : takeShort('single')
  }

  const startFailed = (error: Error) => {
    failedStarts++
    if (failedStarts < startAttempts || slots.some(({ state }) => state !== 'stopped')) return
    failedStarts = 0
    failWaiting(error)
  }

  const retryAlone = (batch: Task[], error: Error) => {
    if (batch.length === 1) batch[0]?.reject(error)
    else
      for (const task of batch.toReversed()) {
        task.length = 'long'
        waiting.long.unshift(task.owner, task)
      }
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
      // An answer may have arrived while this process was busy and its timers late. It is read before the immediate runs.
      setImmediate(() => {
        if (slots[index] === slot) stopUnlessWaiting()
      })
    }
    const slot = { state: 'scoring' as const, thread, batch, sinceMs: performance.now(), timer: setTimeout(onTimeout, allowedMs) }
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
      const batch = takeBatch(index)
      if (batch.length > 0) runBatch(index, slot.thread, batch)
    }
    if (shortCount() > 0) nextLook ??= setTimeout(lookAgain, longestWait.ms)
    const isNeeded = waitingCount() > 0 || opening !== null
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
      if (refusesToWait && waitingCount() >= maxWaiting) throw busy()
      return new Promise((resolve, reject) => {
        forgetLatest()
        const isSingle = !held.has(owner) && !latest.has(owner)
        held.set(owner, (held.get(owner) ?? 0) + 1)
        const length = request.text.length > shortCharacters ? 'long' : isSingle ? 'single' : 'short'
        latest.set(owner, { sinceMs: performance.now(), length })
        const task: Task = { request, owner, length, resolve, reject }
        const abort = () => {
          waiting[task.length].remove(owner, task)
          task.reject(signal.reason)
        }
        signal.addEventListener('abort', abort, { once: true })
        let isSettled = false
        const settle =
          <T>(end: (value: T) => void) =>
          (value: T) => {
            // An aborted text may still be answered.
            if (isSettled) return
            isSettled = true
            signal.removeEventListener('abort', abort)
            const left = (held.get(owner) ?? 0) - 1
            if (left > 0) held.set(owner, left)
            else held.delete(owner)
            end(value)
          }
        task.resolve = settle(resolve)
        task.reject = settle(reject)
        waiting[length].push(owner, task)
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
