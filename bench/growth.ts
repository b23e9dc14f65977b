/** How much longer ten times the input may take: ten times, plus half for caches and garbage collection. */
export const largestGrowth = 15
/**
 * If the growth and the time of the larger input exceed these, the time is clearly quadratic and is not
 * measured again.
 */
const clearlyQuadratic = { growth: 40, largeMs: 100 }
/** A measurement must take at least this long, or the clock's resolution would dominate. */
const leastMs = 2
/** So fast that only memory effects can explain the growth of the larger input. */
const negligibleMs = 8
/**
 * Longer inputs are tried in doubtful cases. With length, the effects of garbage collection even out, and so
 * do those of work that only starts beyond a size, such as joining the sentences of a long report. Quadratic
 * time does not: if a small quadratic share makes a step take 15 times as long, it takes more than 40 times
 * as long on eight times the text. So longer texts are allowed more growth, for sorting and for memory
 * outside the caches.
 */
const attempts = [
  { lengthening: 1, most: largestGrowth },
  { lengthening: 1, most: largestGrowth },
  { lengthening: 2, most: 18 },
  { lengthening: 4, most: 21 },
  { lengthening: 8, most: 25 },
  { lengthening: 8, most: 25 },
]

type Run = () => unknown

/** Milliseconds of one run, averaged over runs that take at least `least` together. */
type Clock = (run: Run, least: number) => Promise<number>

/** Processor time; on a busy machine wall time would include other programs. */
const processorMs: Clock = async (run, least) => {
  const before = process.cpuUsage()
  for (let runs = 1; ; runs++) {
    await run()
    const { user, system } = process.cpuUsage(before)
    const spent = (user + system) / 1_000
    if (spent >= least) return spent / runs
  }
}

/**
 * How many times longer a run takes on ten times the input. `runOf` prepares the run on an input of a size.
 */
export async function growthOf(
  runOf: (size: number) => Promise<Run>,
  size: number,
  clock: Clock = processorMs,
): Promise<number> {
  /** Anything else on the machine only adds time, so the shortest of several runs is the most accurate. */
  const shortestMs = async (run: Run, least = leastMs) =>
    Math.min(await clock(run, least), await clock(run, least), await clock(run, least))
  let growth = Number.POSITIVE_INFINITY
  for (const [attempt, { lengthening, most }] of attempts.entries()) {
    const large = await runOf(10 * lengthening * size)
    // Most inputs are clear in the first attempt, and collecting garbage takes longer than they do.
    if (attempt > 0) globalThis.gc?.()
    let largeMs = await clock(large, leastMs)
    if (largeMs <= negligibleMs) return 0
    const small = await runOf(lengthening * size)
    let smallMs = await shortestMs(small)
    // The first run may include compilation. Once the shortest is short enough, another run cannot change the
    // verdict.
    for (let runs = 1; runs < 3 && largeMs > most * smallMs; runs++)
      largeMs = Math.min(largeMs, await clock(large, leastMs))
    // In doubtful cases both are measured for the same time: other programs empty the caches, and only a
    // short measurement may escape that.
    if (attempt > 0 && largeMs > most * smallMs) smallMs = await shortestMs(small, Math.max(leastMs, largeMs))
    const times = largeMs / smallMs
    if (times <= most) return Math.min(times, largestGrowth)
    growth = Math.min(growth, times)
    if (attempt > 0 && times > clearlyQuadratic.growth && largeMs > clearlyQuadratic.largeMs) break
  }
  return growth
}
