import PQueue from 'p-queue'

export interface LimitOptions {
  /** Cancels waiting. Work that has started keeps its slot until it ends. */
  signal: AbortSignal
  /** Runs before all tasks that are not urgent. */
  isUrgent?: boolean
}

/** Limits how many tasks run concurrently; the others wait in order. */
export interface Limiter {
  /** Rejects with the signal's reason if aborted before the work starts. */
  run<T>(work: () => Promise<T>, options: LimitOptions): Promise<T>
}

export function createLimiter(concurrency: number): Limiter {
  const queue = new PQueue({ concurrency })
  return {
    run(work, { signal, isUrgent = false }) {
      // A separate signal, because p-queue frees the slot of aborted work before that work has ended.
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

interface FairLimitOptions extends LimitOptions {
  /** The owner of the work. */
  owner: string
}

export interface FairLimiter {
  run<T>(work: () => Promise<T>, options: FairLimitOptions): Promise<T>
}

/**
 * A limiter in which each owner can run at most `perOwner` tasks at once, and further ones do not delay other
 * owners.
 */
export function createFairLimiter(concurrency: number, perOwner: number): FairLimiter {
  const shared = createLimiter(concurrency)
  const owners = new Map<string, { limiter: Limiter; tasks: number }>()
  return {
    async run(work, { owner, ...options }) {
      const ownerTasks = owners.get(owner) ?? { limiter: createLimiter(perOwner), tasks: 0 }
      owners.set(owner, ownerTasks)
      ownerTasks.tasks += 1
      try {
        return await ownerTasks.limiter.run(() => shared.run(work, options), options)
      } finally {
        ownerTasks.tasks -= 1
        if (ownerTasks.tasks === 0) owners.delete(owner)
      }
    },
  }
}
