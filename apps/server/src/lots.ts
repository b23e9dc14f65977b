interface Waiting<In, Out> {
  item: In
  resolve(result: Out): void
  reject(error: unknown): void
}

/**
 * Does together what is asked for while an earlier lot is under way, at most `most` at once: one statement and one commit for many. A single
 * call waits for nobody. `work` answers one result for each item, in order. When a lot of several fails, each of them is done alone, so that
 * none fails for the fault of another.
 */
export function inLots<In, Out>(work: (lot: In[]) => Promise<Out[]>, most: number): (item: In) => Promise<Out> {
  const line: Waiting<In, Out>[] = []
  let isUnderWay = false

  const doAll = async (lot: Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await work(lot.map(({ item }) => item))
      if (results.length !== lot.length) throw new Error('A lot answered another number of results.')
      for (const [i, { resolve }] of lot.entries()) resolve(results[i] as Out)
    } catch (error) {
      const [only] = lot
      if (lot.length === 1) only?.reject(error)
      else for (const each of lot) await doAll([each])
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
