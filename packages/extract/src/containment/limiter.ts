import PQueue from 'p-queue'

export interface LimitOptions {
  /** Gives up the wait for a place. Work that has begun keeps its place until it ends. */
  signal: AbortSignal
  /** Goes before everybody who is not urgent. */
  isUrgent?: boolean
}

/** Runs at most so many tasks at a time; the others wait in line. */
export interface Limiter {
  /** Rejects with the signal's reason when it is aborted before the work begins. */
  run<T>(work: () => Promise<T>, options: LimitOptions): Promise<T>
}

export function createLimiter(concurrency: number): Limiter {
  const queue = new PQueue({ concurrency })
  return {
    run(work, { signal, isUrgent = false }) {
      // A signal of its own: p-queue gives the place of aborted work away while that work still ends.
      const waiting = new AbortController()
      const giveUp = () => waiting.abort(signal.reason)
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        return work()
      }
      return queue.add(begin, { priority: isUrgent ? 1 : 0, signal: waiting.signal })
    },
  }
}
