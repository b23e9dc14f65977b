/** How much longer ten times the input may take: ten times, plus half for caches and garbage collection. */
export const largestGrowth = 15
/** Beyond this growth, where the larger input takes this long, the time is clearly quadratic and is not measured again. */
const hopeless = { growth: 40, largeMs: 250 }
/** A measurement must take at least this long, or the clock's resolution would dominate. */
const leastMs = 2
/** So fast that only memory effects can explain the growth of the larger input. */
const negligibleMs = 8
/**
 * Longer inputs are tried in doubtful cases. Garbage collection evens out with length, and so does work that only starts beyond a size,
 * such as joining the sentences of a long report; quadratic time does not.
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

/** Anything else on the machine only adds time, so the shortest of several runs is the most accurate. */
const shortestMs = (run: () => unknown) => Math.min(processorMs(run), processorMs(run), processorMs(run))

/** How many times longer `run` takes on ten times the input, which `inputOf` creates for a number of characters. */
export function growthOf<T>(run: (input: T) => unknown, inputOf: (characters: number) => T, characters: number): number {
  let growth = Number.POSITIVE_INFINITY
  for (const [attempt, lengthening] of lengthenings.entries()) {
    const large = inputOf(10 * lengthening * characters)
    // Most inputs leave no doubt, and collecting garbage takes longer than they do.
    if (attempt > 0) globalThis.gc?.()
    const largeMs = attempt === 0 ? processorMs(() => run(large)) : shortestMs(() => run(large))
    if (largeMs <= negligibleMs) return 0
    const small = inputOf(lengthening * characters)
    growth = Math.min(growth, largeMs / shortestMs(() => run(small)))
    if (growth <= largestGrowth || (growth > hopeless.growth && largeMs > hopeless.largeMs)) break
  }
  return growth
}
