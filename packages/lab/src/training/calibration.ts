import type { Kind, ScoreKnot } from '@penmark/detector/lab'
import { grouped } from '../grouped.ts'
import { tailQuantile, upperQuantile } from './quantiles.ts'
import { type Cuts, keepSourceLimits } from './source-limits.ts'
import { knotWords, type Stretch, stretchesOf, type Unseen } from './stretches.ts'

/** The score 0.5 lies where at most this share of the human texts of every student source is reached … */
export const worstSourceRate = 0.01
/** … and at most this share of all of them. */
export const overallRate = 0.003
/** Over all its kinds together a source is held to a little less, so that its texts which did not choose the cuts keep the limit too. */
const togetherRate = 0.0085
/** The score 0.7: at most this share of all of them. */
export const strictRate = 0.0005
/** A source with fewer texts of a length and kind does not speak for itself. */
const smallestSource = 80
/** Fewer texts of a length and kind than this, or of fewer sources, and the kind has no cut of its own there. */
const smallestCell = 300
const fewestSources = 5
/** Kinds with one cut: students' essays are told from learners' too weakly to treat them differently. */
const cells: readonly (readonly Kind[])[] = [['school-essay', 'learner'], ['academic'], ['narrative'], ['other']]
/**
 * No calibration text is a personal statement. The cuts of the kinds that were measured lie up to about so many log-odds apart, so a kind
 * that was not may lie as far above the highest of them.
 */
const personalMargin = 2
/** Log-odds between the scores 0.5 and 0.7, at least. */
const smallestStep = 0.4

/** Cuts at one length with a limit for the worst source; null where too few texts speak. */
function cutsOf(stretches: readonly Stretch[], fewest: number): { half: number; strict: number } | null {
  const bySource = grouped(stretches, ({ source }) => source)
  const sources = [...bySource.values()].filter((list) => list.length >= smallestSource)
  if (stretches.length < smallestCell || sources.length < fewest) return null
  const oddsOf = (list: readonly Stretch[]): number[] => list.map(({ odds }) => odds)
  const half = Math.max(
    upperQuantile(oddsOf(stretches), overallRate),
    ...sources.map((list) => tailQuantile(oddsOf(list), worstSourceRate)),
  )
  return { half, strict: Math.max(half + smallestStep, upperQuantile(oddsOf(stretches), strictRate)) }
}

function knotsOf(stretches: readonly Stretch[], fewest = fewestSources): ScoreKnot[] {
  const byLength = grouped(stretches, ({ length }) => length)
  return knotWords.flatMap((words, length) => {
    const cuts = cutsOf(byLength.get(length) ?? [], fewest)
    return cuts === null ? [] : [{ words, ...cuts }]
  })
}

/** At every length the higher of both cuts; `second` may end earlier. */
function higher(first: readonly ScoreKnot[], second: readonly ScoreKnot[], margin: number): ScoreKnot[] {
  return first.map(({ words, half, strict }) => {
    const other = second.findLast((knot) => knot.words <= words) ?? second[0]
    const raised = Math.max(half, other?.half ?? half) + margin
    return { words, half: raised, strict: Math.max(strict + margin, (other?.strict ?? strict) + margin, raised + smallestStep) }
  })
}

/**
 * Cuts per length and kind of writing, then raised until every source keeps its limit over all kinds together. Academic writing is judged by
 * the strictest of them or by what research abstracts ask for, if that is more: abstracts are no students' writing, but some students write them.
 */
export function chooseCuts(humans: readonly Unseen[], seed: number): Cuts {
  const stretches = stretchesOf(humans, seed)
  const students = stretches.filter(({ isStudent }) => isStudent)
  const ofCells = cells
    .map((kinds) => ({ kinds, knots: knotsOf(students.filter(({ kind }) => kind !== null && kinds.includes(kind))) }))
    .filter((cell) => cell.knots.length > 0)
  const cuts: Cuts = {
    knots: ofCells.reduce((all, cell) => higher(all, cell.knots, 0), knotsOf(students)),
    kindCuts: ofCells.flatMap((cell) => cell.kinds.map((kind) => ({ kind, knots: cell.knots }))),
  }
  keepSourceLimits(cuts, students, { rate: togetherRate, smallest: smallestSource, step: smallestStep })
  const knots = cuts.kindCuts.reduce((all, cell) => higher(all, cell.knots, 0), cuts.knots)
  const academic = knotsOf(
    stretches.filter(({ kind, isStudent, isAbstract }) => kind === 'academic' && (isStudent || isAbstract)),
    1,
  )
  const personal = knotsOf(stretches.filter(({ kind }) => kind === 'personal-writing'))
  return {
    knots,
    kindCuts: [
      ...cuts.kindCuts.filter(({ kind }) => kind !== 'academic'),
      { kind: 'academic', knots: higher(knots, academic, 0) },
      { kind: 'personal-writing', knots: higher(knots, personal, personalMargin) },
    ],
  }
}
