interface Waiting<In, Out> {
  item: In
  resolve(result: Out): void
  reject(error: unknown): void
}

/**
 * Collects the calls made while an earlier batch runs and handles up to `maximum` of them together, with one
 * statement and one commit. A single call does not wait. `work` returns one result per item, in order. When a
 * batch fails, its items are retried one by one, so that no item fails because of another.
 */
export function inBatches<In, Out>(
  work: (batch: In[]) => Promise<Out[]>,
  maximum: number,
): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = []
  let isRunning = false

  const processBatch = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error('A batch answered another number of results.')
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Out)
    } catch (error) {
      const [single] = batch
      if (batch.length === 1) single?.reject(error)
      else for (const call of batch) await processBatch([call])
    }
  }
  const run = async () => {
    isRunning = true
    while (queue.length > 0) await processBatch(queue.splice(0, maximum))
    isRunning = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      // Calls of the same tick go into one batch.
      if (!isRunning) queueMicrotask(() => isRunning || void run())
    })
}
