interface Waiting<In, Out> {
  item: In
  resolve(result: Out): void
  reject(error: unknown): void
}

/**
 * Collects the calls made while an earlier batch runs and handles up to `most` of them together, with one statement and one commit. A single
 * call does not wait. `work` returns one result per item, in order. When a batch fails, its items are retried one by one, so that no item
 * fails because of another.
 */
export function inBatches<In, Out>(work: (batch: In[]) => Promise<Out[]>, maximum: number): (item: In) => Promise<Out> {
  const line: Waiting<In, Out>[] = []
  let isUnderWay = false

  const doAll = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error('A batch answered another number of results.')
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Out)
    } catch (error) {
      const [only] = batch
      if (batch.length === 1) only?.reject(error)
      else for (const each of batch) await doAll([each])
    }
  }
  const run = async () => {
    isUnderWay = true
    while (line.length > 0) await doAll(line.splice(0, maximum))
    isUnderWay = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      line.push({ item, resolve, reject })
      // Calls of the same tick go into one batch.
      if (!isUnderWay) queueMicrotask(() => isUnderWay || void run())
    })
}
