import { detailOf } from './failure.ts'

/** Calls that browsers let run side by side to one host. */
const atOnce = 6

/** What became of each item, in the order given. */
export type Outcomes<T> = { item: T; failure: unknown }[]

/** A long row of calls, a few at a time. */
export interface Turns<T> {
  /** Settles when the last call has; it never rejects. `failure` is null where a call succeeded. */
  done: Promise<Outcomes<T>>
  /** Starts everything that still waits, because the page is about to go. */
  flush: () => void
}

/** Does the same to every item, six at a time, whatever becomes of each. */
export function runBatch<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Turns<T> {
  const outcomes: Outcomes<T> = items.map((item) => ({ item, failure: null }))
  const waiting = [...outcomes]
  let running = 0
  let settle: (outcomes: Outcomes<T>) => void = () => {}
  const done = new Promise<Outcomes<T>>((resolve) => {
    settle = resolve
  })
  const next = () => {
    const outcome = waiting.shift()
    if (!outcome) {
      if (running === 0) settle(outcomes)
      return
    }
    running += 1
    act(outcome.item)
      .catch((thrown: unknown) => {
        outcome.failure = thrown ?? new Error('It failed without a reason')
      })
      .finally(() => {
        running -= 1
        next()
      })
  }
  const start = (count: number) => {
    for (let each = 0; each < count; each += 1) next()
  }
  start(Math.max(1, Math.min(atOnce, waiting.length)))
  return { done, flush: () => start(waiting.length) }
}

/** More reasons than these are counted only: nobody reads a hundred. */
const reasonsNamed = 5

/** Failures in one sentence, each as `name: reason`. */
export function named<T>(failures: Outcomes<T>, nameOf: (item: T) => string): string {
  const reasons = failures.slice(0, reasonsNamed).map(({ item, failure }) => `${nameOf(item)}: ${detailOf(failure)}`)
  const more = failures.length - reasons.length
  return [...reasons, ...(more > 0 ? [`… +${more}`] : [])].join('; ')
}
