import { setImmediate } from 'node:timers/promises'
import { compareTexts, type Overlap, overlapLimits } from '@penmark/detector/overlap'

export { type Overlap, overlapLimits }

/** How long the comparison may keep the process from other work. */
const sliceMs = 10

/**
 * Finds the passages that texts share, in slices, so that this process goes on serving in between. `onSlice` is given the share of the work that is done, and throws
 * to stop it. @throws {RangeError} beyond `overlapLimits`.
 */
export async function compareInSlices(
  texts: readonly string[],
  assignment: string,
  onSlice: (done: number) => Promise<void>,
): Promise<Overlap> {
  const steps = compareTexts(texts, assignment)
  let started = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - started < sliceMs) continue
    await onSlice(value)
    await setImmediate()
    started = performance.now()
  }
}
