import { setImmediate } from 'node:timers/promises'
import { compareWriting, profileOf, releasedComparison, type WritingProfile } from '@penmark/detector/authorship'
import {
  compareWithOthers,
  fingerprintsToKeep,
  fingerprintsToLookUp,
  fingerprintVersion,
  type OtherTexts,
} from '@penmark/detector/earlier-texts'
import { compareTexts, type Overlap, overlapLimits } from '@penmark/detector/overlap'

export { fingerprintsToKeep, fingerprintsToLookUp, fingerprintVersion, type OtherTexts, type Overlap, overlapLimits }

/** How long the comparison may keep the process from other work. */
const sliceMs = 10

/** Does work in slices, so that this process goes on serving in between. `onSlice` is given the last step, and throws to stop it. */
async function inSlices<Step, Result>(steps: Generator<Step, Result>, onSlice: (step: Step) => Promise<void> | void): Promise<Result> {
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

/** Finds the passages that texts share. `onSlice` is given the share of the work that is done. @throws {RangeError} beyond `overlapLimits`. */
export function compareInSlices(texts: readonly string[], assignment: string, onSlice: (done: number) => Promise<void>): Promise<Overlap> {
  return inSlices(compareTexts(texts, assignment), onSlice)
}

/** Finds the passages that one text shares with each of others. */
export function compareWithOthersInSlices(
  text: string,
  others: readonly string[],
  assignment: string,
  onSlice: () => void,
): Promise<OtherTexts> {
  return inSlices(compareWithOthers(text, others, assignment), onSlice)
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
