import type { Worker } from 'node:worker_threads'
import type { DetectorAnswer, DetectorRequest } from './detector-messages.ts'
import { createRoundRobin } from './round-robin.ts'

/** A text that waits or is being scored. */
export interface Task {
  request: DetectorRequest
  owner: string
  /** Where it waits. A text whose batch took too long waits with the long ones. */
  lane: 'single' | 'short' | 'long'
  resolve(answer: DetectorAnswer): void
  reject(error: unknown): void
}

export interface Scoring {
  state: 'scoring'
  thread: Worker
  batch: Task[]
  sinceMs: number
  timer: NodeJS.Timeout
}

/**
 * One thread's slot in the pool. `stopped` covers every reason why there is no thread: not needed yet, ended,
 * or failed to start.
 */
export type Slot =
  | { state: 'stopped' }
  | { state: 'starting'; thread: Worker }
  | { state: 'idle'; thread: Worker }
  | Scoring

export interface Threads {
  /**
   * The first takes short texts; the others have a lower priority, and take long ones and what the first
   * leaves.
   */
  slots: readonly Slot[]
  /** Whether a stopped one can be started. */
  canStart: boolean
}

const shortCharacters = 20_000
/**
 * A few lines are scored in batches, which wake a thread once. A page takes 0.15 s, and every text of its
 * batch and the next would wait for it.
 */
const largestBatch = { texts: 4, characters: 1_000 }
/**
 * Short texts wait for the first thread while fewer characters than this are before them, and while it has
 * worked on its batch for less than this. A thread of low priority hardly runs when the processors are busy,
 * so it would keep them for longer.
 */
export const longestWait = { characters: 6_000, ms: 500 }
/**
 * A text is single if its owner sent no other for so long. For as long after it, the first thread takes only
 * such texts, while another thread works on the rest: somebody with a single page then waits for none of the
 * thousand that another teacher sent at once.
 */
const singleMs = 2_000
/** How many batches of short texts may pass a long one where one thread serves both. */
const shortBatchesPerLong = 8

export const charactersOf = (tasks: readonly Task[]) =>
  tasks.reduce((sum, { request }) => sum + request.text.length, 0)

/** Decides which thread scores which text next. */
export function createWaitingTexts() {
  const lanes = {
    single: createRoundRobin<Task>(),
    short: createRoundRobin<Task>(),
    long: createRoundRobin<Task>(),
  }
  /** The latest text of each owner who sent one not long ago. */
  const latest = new Map<string, { sinceMs: number; lane: Task['lane'] }>()
  let shortBatchesInARow = 0

  const forgetLatest = () => {
    const now = performance.now()
    for (const [owner, { sinceMs }] of latest) if (now - sinceMs >= singleMs) latest.delete(owner)
  }
  const shortCount = () => lanes.single.length + lanes.short.length
  /** The first thread takes short texts only, unless there is no other and none can be started. */
  const mayTakeLong = (index: number, { slots: [, ...others], canStart }: Threads) =>
    index > 0 || others.every(({ state }) => state === 'stopped' && !canStart)
  /** False for a thread on a long text, and for one that hardly runs, because the processors are busy. */
  const isGettingOn = ({ batch, sinceMs }: Scoring) =>
    batch[0]?.lane !== 'long' && performance.now() - sinceMs < longestWait.ms
  /** Whether the first thread is kept for single texts of others than those who wait with more. */
  const isFirstKeptFree = ({ slots: [, ...others], canStart }: Threads) => {
    forgetLatest()
    const doesAnotherTakeShort = others.some((slot) =>
      slot.state === 'scoring' ? isGettingOn(slot) : slot.state !== 'stopped' || canStart,
    )
    return (
      doesAnotherTakeShort &&
      [...latest].some(([owner, { lane }]) => lane === 'single' && !lanes.short.has(owner))
    )
  }
  const isFirstBusy = (threads: Threads) => {
    const [first] = threads.slots
    const scoring = first?.state === 'scoring' ? first : null
    const ahead = [
      ...(scoring?.batch ?? []),
      ...lanes.single.items(),
      ...(isFirstKeptFree(threads) ? [] : lanes.short.items()),
    ]
    return (
      charactersOf(ahead) > longestWait.characters ||
      (scoring !== null && performance.now() - scoring.sinceMs >= longestWait.ms)
    )
  }
  const takeShort = (lane: 'single' | 'short') => {
    shortBatchesInARow++
    return lanes[lane].take(
      largestBatch.texts,
      (next, taken) => charactersOf([...taken, next]) <= largestBatch.characters,
    )
  }

  return {
    count: () => shortCount() + lanes.long.length,
    shortCount,
    /** Where a text waits that its owner sends now. */
    chooseLane(owner: string, characters: number): Task['lane'] {
      forgetLatest()
      const lane = characters > shortCharacters ? 'long' : latest.has(owner) ? 'short' : 'single'
      latest.set(owner, { sinceMs: performance.now(), lane })
      return lane
    },
    add: (task: Task) => lanes[task.lane].push(task.owner, task),
    remove: (task: Task) => lanes[task.lane].remove(task.owner, task),
    clear: () => Object.values(lanes).flatMap((lane) => lane.clear()),
    /** Lets the texts of a batch be scored again, one by one. */
    addAgain(batch: readonly Task[]) {
      for (const task of batch.toReversed()) {
        task.lane = 'long'
        lanes.long.unshift(task.owner, task)
      }
    },
    /** What a thread scores next; nothing if it should leave what waits to others. */
    take(index: number, threads: Threads): Task[] {
      const isLongsTurn =
        shortCount() === 0 || threads.slots.length > 1 || shortBatchesInARow >= shortBatchesPerLong
      if (lanes.long.length > 0 && mayTakeLong(index, threads) && isLongsTurn) {
        shortBatchesInARow = 0
        return lanes.long.take(1)
      }
      const isHelping = index > 0 && threads.slots[0]?.state !== 'stopped'
      if (!isHelping)
        return lanes.single.length > 0
          ? takeShort('single')
          : isFirstKeptFree(threads)
            ? []
            : takeShort('short')
      // The first thread takes none of these, so everybody has their turn here.
      if (isFirstKeptFree(threads) && lanes.short.length > 0) return takeShort('short')
      if (!isFirstBusy(threads)) return []
      return lanes.short.length > 0 ? lanes.short.takeFromLongest() : takeShort('single')
    },
  }
}
