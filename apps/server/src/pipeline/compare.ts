import { setImmediate } from 'node:timers/promises'
import { compareWriting, profileOf, releasedComparison, type WritingProfile } from '@penmark/detector/authorship'
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

export { compareWriting, type WritingProfile }

/** How often texts by the same writer, and texts by machines, were called different, on writers held out from every choice. */
export const { same_writer: sameWriterRate, machine: machineRate } = releasedComparison.measured

/** The profiles of texts, by key. Other work of this process runs in between. */
export async function profileTexts(texts: ReadonlyMap<string, string>): Promise<Map<string, WritingProfile>> {
  const profiles = new Map<string, WritingProfile>()
  for (const [key, text] of texts) {
    profiles.set(key, profileOf(text))
    await setImmediate()
  }
  return profiles
}
