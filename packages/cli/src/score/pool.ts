import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createGate, terminateOutside } from '@penmark/detector/compiled-code'
import type { BadLine, Item, ScoredItem, ThreadData, ThreadOptions } from './item.ts'

export type Outcome = ScoredItem | BadLine

export interface Pool {
  readonly size: number
  /** Results in the order of the items. A thread takes one batch at a time; further batches wait. */
  judge(items: Item[]): Promise<Outcome[]>
  close(): Promise<void>
}

/** Starts threads that each load the model. Rejects when one cannot load it. */
export function openPool(size: number, options: ThreadOptions): Pool {
  const gates = new Map<Worker, SharedArrayBuffer>()
  const threads = Array.from({ length: size }, () => {
    const gate = createGate()
    const workerData: ThreadData = { ...options, gate }
    const thread = new Worker(new URL('./thread.mjs', import.meta.url), { workerData })
    gates.set(thread, gate)
    return thread
  })
  const idle = [...threads]
  const waiting: ((thread: Worker) => void)[] = []
  let failure: Error | null = null
  for (const thread of threads) thread.on('error', (error) => (failure ??= error))

  const acquire = () => {
    const thread = idle.pop()
    return thread ? Promise.resolve(thread) : new Promise<Worker>((resolve) => waiting.push(resolve))
  }
  const release = (thread: Worker) => {
    const next = waiting.shift()
    if (next) next(thread)
    else idle.push(thread)
  }

  return {
    size,
    judge: async (items) => {
      const thread = await acquire()
      if (failure) throw failure
      // Also rejects when the thread fails meanwhile.
      const message = once(thread, 'message') as Promise<[Outcome[]]>
      thread.postMessage(items)
      const [outcomes] = await message
      release(thread)
      return outcomes
    },
    close: async () => {
      await Promise.all([...gates].map(([thread, gate]) => terminateOutside(thread, gate)))
    },
  }
}
