/** How long an unused prefetched response stays valid, in milliseconds. */
const keptMs = 3_000

interface Begun {
  answer: Promise<unknown>
  /** In `performance.now()` milliseconds; unset until the response is here. */
  until: number
}

const begun = new Map<string, Begun>()

/** Starts a call whose response a screen will request as soon as its files have loaded. */
export function begin(key: string, ask: () => Promise<unknown>): void {
  const entry: Begun = { answer: ask(), until: Number.POSITIVE_INFINITY }
  begun.set(key, entry)
  entry.answer.then(
    () => {
      entry.until = performance.now() + keptMs
    },
    // The screen repeats a failed call and shows its error.
    () => begun.delete(key),
  )
}

/** The prefetched call of this key, handed out once; undefined if there is none or it has expired. */
export function takePrefetched(key: string): Promise<unknown> | undefined {
  const entry = begun.get(key)
  begun.delete(key)
  return entry && performance.now() <= entry.until ? entry.answer : undefined
}

/** Drops prefetched responses before a change makes them stale. */
export function clearPrefetched(): void {
  begun.clear()
}
