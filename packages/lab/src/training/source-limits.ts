import type { Kind, KindCuts, ScoreKnot } from '@penmark/detector/lab'
import { grouped } from '../grouped.ts'
import { tailQuantile } from './quantiles.ts'
import { knotWords, type Stretch } from './stretches.ts'

export interface Cuts {
  /** For texts whose kind is in doubt: nowhere lower than those of any kind. */
  knots: ScoreKnot[]
  /** Kinds with cuts of their own. Kinds that share one list are raised together. */
  kindCuts: KindCuts[]
}

interface SourceLimit {
  /** At most this share of the texts of a source. */
  rate: number
  /** A source with fewer texts of a length does not speak for itself. */
  smallest: number
  /** Log-odds between the scores 0.5 and 0.7, at least. */
  step: number
}

/** Raising one source's cuts can only help the others, so few rounds are enough. */
const mostRounds = 6
/** A kind that holds less of a source than this is not raised for its sake. */
const smallestShare = 0.05
/** What counts as within the limit, in log-odds. */
const closeEnough = 1e-4

/** The cuts that hold for a kind: those of its own or those of texts in doubt. */
function listOf({ knots, kindCuts }: Cuts, kind: Kind | null): ScoreKnot[] {
  return kindCuts.find((cuts) => cuts.kind === kind)?.knots ?? knots
}

function halfAt(list: readonly ScoreKnot[], length: number): number {
  const words = knotWords[length] as number
  return (list.findLast((knot) => knot.words <= words) ?? list[0])?.half ?? Number.NEGATIVE_INFINITY
}

/** Raises the knots of a length in place; longer texts without a knot of their own are judged by the last one. */
function raise(list: readonly ScoreKnot[], length: number, by: number, step: number): void {
  const words = knotWords[length] as number
  const knot = list.findLast((one) => one.words <= words)
  if (knot === undefined) return
  knot.half += by
  knot.strict = Math.max(knot.strict, knot.half + step)
}

/**
 * Raises cuts in place until every source keeps the limit over all its kinds together. A source whose texts are of several kinds has
 * too few of each to speak for itself there, and may stray in all of them.
 */
export function keepSourceLimits(cuts: Cuts, students: readonly Stretch[], { rate, smallest, step }: SourceLimit): void {
  const sources = [...grouped(students, ({ length, source }) => `${length} ${source}`).values()].filter((list) => list.length >= smallest)
  for (let round = 0; round < mostRounds; round++) {
    let isKept = true
    for (const list of sources) {
      const { length } = list[0] as Stretch
      const over = tailQuantile(
        list.map(({ odds, kind }) => odds - halfAt(listOf(cuts, kind), length)),
        rate,
      )
      if (over <= closeEnough) continue
      isKept = false
      for (const [knots, ofKnots] of grouped(list, ({ kind }) => listOf(cuts, kind)))
        if (ofKnots.length >= smallestShare * list.length) raise(knots, length, over, step)
    }
    if (isKept) return
  }
}
