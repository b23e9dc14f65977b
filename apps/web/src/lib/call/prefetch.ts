/** How long an answer that came before anybody asked may be given out, in milliseconds. */
const keptMs = 3_000

interface Begun {
  answer: Promise<unknown>
  /** By the clock of the page; unknown until the answer is here. */
  until: number
}

const begun = new Map<string, Begun>()

/** Begins a call whose answer a screen will ask for as soon as its files are here. */
export function begin(key: string, ask: () => Promise<unknown>): void {
  const entry: Begun = { answer: ask(), until: Number.POSITIVE_INFINITY }
  begun.set(key, entry)
  entry.answer.then(
    () => {
      entry.until = performance.now() + keptMs
    },
    // Whoever asks will ask the server again, and be told then.
    () => begun.delete(key),
  )
}

/** The call that was begun under this key, once; undefined where there is none, or where its answer has grown old. */
export function takePrefetched(key: string): Promise<unknown> | undefined {
  const entry = begun.get(key)
  begun.delete(key)
  return entry && performance.now() <= entry.until ? entry.answer : undefined
}

/** What is about to change must not be answered from before. */
export function clearPrefetched(): void {
  begun.clear()
}
