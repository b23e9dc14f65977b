import { detailOf } from './failure.ts'

/** Parallel connections that browsers allow per host. */
const concurrentCalls = 6

/** The outcome of each item, in the order given. `failure` is null if its call succeeded. */
export type Outcomes<T> = { item: T; failure: unknown }[]

/** A batch of calls, a few at a time. */
export interface BatchRun<T> {
  /** Resolves after the last call; never rejects. */
  done: Promise<Outcomes<T>>
  /** Starts all waiting calls at once, because the page is about to close. */
  flush: () => void
}

/** Runs an action for every item, six at a time; failures do not stop the others. */
export function runBatch<T>(items: readonly T[], action: (item: T) => Promise<unknown>): BatchRun<T> {
  const outcomes: Outcomes<T> = items.map((item) => ({ item, failure: null }))
  const waiting = [...outcomes]
  let running = 0
  let settle: (outcomes: Outcomes<T>) => void = () => {}
  const done = new Promise<Outcomes<T>>((resolve) => {
    settle = resolve
  })
  const startNext = () => {
    const outcome = waiting.shift()
    if (!outcome) {
      if (running === 0) settle(outcomes)
      return
    }
    running += 1
    action(outcome.item)
      .catch((thrown: unknown) => {
        outcome.failure = thrown ?? new Error('The call failed without a reason.')
      })
      .finally(() => {
        running -= 1
        startNext()
      })
  }
  const start = (count: number) => {
    for (let started = 0; started < count; started += 1) startNext()
  }
  start(Math.max(1, Math.min(concurrentCalls, waiting.length)))
  return { done, flush: () => start(waiting.length) }
}

/** The most failures named in a message; the rest are only counted. */
const maxNamed = 5

/** Failures in one sentence, each as `name: reason`. */
export function describeFailures<T>(failures: Outcomes<T>, nameOf: (item: T) => string): string {
  const reasons = failures
    .slice(0, maxNamed)
    .map(({ item, failure }) => `${nameOf(item)}: ${detailOf(failure)}`)
  const more = failures.length - reasons.length
  return [...reasons, ...(more > 0 ? [`… +${more}`] : [])].join('; ')
}
