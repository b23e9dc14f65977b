/**
 * Milliseconds of processor time that are enough for a long text or record. Steps whose time grows with its
 * length take less than a quarter of that here; one that starts again at every character takes several times
 * as long. `npm run bench` measures how exactly the time grows.
 */
export const enoughMs = 1_000

/** Other programs on the machine lengthen even processor time, so a run that seems slow is tried again. */
const tries = 3

/** Milliseconds of processor time that `run` takes; by the clock, it would be that of other programs too. */
export async function processorMs(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < tries && least > enoughMs; nth++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}
