import PQueue from 'p-queue'

/** For work on single files that needs hardly any memory. */
export const filesAtOnce = 64

/**
 * Runs the task on all items, this many at the same time, and throws the first error once no task runs any
 * more. One after the other, each would wait for its own turn of the process, and the embedded database takes
 * most turns while teachers upload.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce })
  try {
    await queue.addAll(Array.from(items, (item) => () => task(item)))
  } finally {
    queue.clear()
    await queue.onIdle()
  }
}
