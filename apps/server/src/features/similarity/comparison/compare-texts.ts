import { setImmediate } from 'node:timers/promises'
import {
  type ColleagueText,
  compareAcrossTeachers,
  compareWithOthers,
  compareWithSources,
  fingerprintsToKeep,
  fingerprintsToLookUp,
  fingerprintVersion,
  type OtherTexts,
  type SharedStretch,
  type TextWithSources,
  type WithColleague,
} from '@penmark/detector/earlier-texts'
import { compareTexts, type LeftOut, type Overlap, overlapLimits } from '@penmark/detector/overlap'

export {
  type ColleagueText,
  fingerprintsToKeep,
  fingerprintsToLookUp,
  fingerprintVersion,
  type LeftOut,
  type OtherTexts,
  type Overlap,
  overlapLimits,
  type SharedStretch,
  type TextWithSources,
  type WithColleague,
}

/** How long the comparison may keep the process from other work. */
const sliceMs = 10

/**
 * Does work in slices, so that this process goes on serving in between. `onSlice` is given the last step, and
 * throws to stop it.
 */
async function inSlices<Step, Result>(
  steps: Generator<Step, Result>,
  onSlice: (step: Step) => Promise<void> | void,
): Promise<Result> {
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

/**
 * Finds the passages that texts share. `onSlice` is given the share of the work that is done.
 * @throws {RangeError} beyond `overlapLimits`.
 */
export function compareInSlices(
  texts: readonly string[],
  { assignment, sources }: { assignment: string; sources: readonly string[] },
  onSlice: (done: number) => Promise<void>,
): Promise<Overlap> {
  return inSlices(compareTexts(texts, assignment, sources), onSlice)
}

/** Finds the passages that one text shares with each of others. */
export function compareWithOthersInSlices(
  text: TextWithSources,
  others: readonly TextWithSources[],
  assignment: string,
  onSlice: () => void,
): Promise<OtherTexts> {
  return inSlices(compareWithOthers(text, others, assignment), onSlice)
}

/** Finds what a text shares with each of those of other teachers. */
export function compareAcrossTeachersInSlices(
  text: TextWithSources,
  others: { own: readonly TextWithSources[]; colleagues: readonly ColleagueText[] },
  assignment: string,
  onSlice: () => void,
): Promise<WithColleague[]> {
  return inSlices(compareAcrossTeachers(text, others, assignment), onSlice)
}

/** Finds the passages that a text shares with each of a list of sources. */
export function compareWithSourcesInSlices(
  text: string,
  sources: readonly string[],
  assignment: string,
  onSlice: () => void,
): Promise<OtherTexts> {
  return inSlices(compareWithSources(text, sources, assignment), onSlice)
}
