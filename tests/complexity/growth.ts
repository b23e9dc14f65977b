/** How much longer ten times the input may take: ten times, and half as much again for caches and the collection of garbage. */
export const largestGrowth = 15
/** Beyond this, where the larger input takes this long, the time grows with the square: measuring again, with more, would only take longer. */
const hopeless = { growth: 40, largeMs: 250 }
/** What is measured must take so long, or the clock's steps would be measured. */
const leastMs = 2
/** The larger input is handled so fast that nothing but memory can be the reason for its growth. */
const negligibleMs = 8
/**
 * Longer inputs are tried where the first ones leave a doubt. What collecting garbage adds evens out with length, and so does work that only starts
 * beyond a size, as joining the sentences of a long report does; a square does not.
 */
const lengthenings = [1, 1, 2, 4, 8, 4, 8]

/** Processor time of one run; on a busy machine wall time would also measure the neighbours. */
function processorMs(run: () => unknown): number {
  let runs = 0
  const before = process.cpuUsage()
  for (;;) {
    run()
    runs++
    const { user, system } = process.cpuUsage(before)
    const spent = (user + system) / 1_000
    if (spent >= leastMs) return spent / runs
  }
}

/** Whatever else happens in the process or on the machine only adds time: the shortest of several is the truest. */
function shortestMs(run: () => unknown): number {
  globalThis.gc?.()
  return Math.min(processorMs(run), processorMs(run), processorMs(run))
}

/** How many times longer `run` takes on ten times the input, made by `inputOf` for a number of characters. */
export function growthOf<T>(run: (input: T) => unknown, inputOf: (characters: number) => T, characters: number): number {
  let growth = Number.POSITIVE_INFINITY
  for (const [attempt, lengthening] of lengthenings.entries()) {
    const [small, large] = [inputOf(lengthening * characters), inputOf(10 * lengthening * characters)]
    const largeMs = attempt === 0 ? processorMs(() => run(large)) : shortestMs(() => run(large))
    if (largeMs <= negligibleMs) return 0
    growth = Math.min(growth, largeMs / shortestMs(() => run(small)))
    if (growth <= largestGrowth || (growth > hopeless.growth && largeMs > hopeless.largeMs)) break
  }
  return growth
}
