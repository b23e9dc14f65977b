interface Waiting<In, Out> {
  item: In
  resolve(result: Out): void
  reject(error: unknown): void
}

/**
 * Does together what is asked for while an earlier batch is under way, at most `most` at once: one statement and one commit for many. A single
 * call waits for nobody. `work` answers one result for each item, in order. When a batch of several fails, each of them is done alone, so that
 * none fails for the fault of another.
 */
export function inBatches<In, Out>(work: (batch: In[]) => Promise<Out[]>, most: number): (item: In) => Promise<Out> {
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
    while (line.length > 0) await doAll(line.splice(0, most))
    isUnderWay = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      line.push({ item, resolve, reject })
      // What is asked for in the same breath goes together.
      if (!isUnderWay) queueMicrotask(() => isUnderWay || void run())
    })
}
