import {
  type CalibrationBand,
  type Kind,
  type KindCuts,
  knotsFor,
  type Model,
  type ScoreKnot,
  scoreOf,
  wordsBetween,
} from '@penmark/detector/lab'
import { studentKinds } from '../corpora/sources.ts'
import { grouped } from '../grouped.ts'
import { randomStream } from '../random.ts'
import type { Example } from './prepared.ts'

/** Lengths in words at which the cuts are measured; between them they are interpolated. Longer texts come from too few writers to ask for less. */
const knotWords = [30, 45, 65, 95, 140, 200, 300]
export const documentBands: readonly [number, number | null][] = [
  [50, 99],
  [100, 149],
  [150, 249],
  [250, 399],
  [400, 699],
  [700, null],
]
export const windowBands: readonly [number, number | null][] = [
  [30, 49],
  [50, 69],
  [70, 89],
  [90, null],
]
/** The score 0.5 lies where at most this share of the human texts of every student source is reached … */
export const worstSourceRate = 0.01
/** … and at most this share of all of them. */
export const overallRate = 0.003
/** The score 0.7: at most this share of all of them. */
export const strictRate = 0.0005
/** A source with fewer texts of a length and kind does not speak for itself. */
const smallestSource = 80
/** Fewer texts of a length and kind than this, or of fewer sources, and the kind has no cut of its own there. */
const smallestCell = 300
const fewestSources = 5
/** Kinds with one cut: students' essays are told from learners' too weakly to treat them differently. */
const cells: readonly (readonly Kind[])[] = [['school-essay', 'learner'], ['academic'], ['narrative'], ['other']]
/** No calibration text is a personal statement; the cut of the most personal texts is raised by so many log-odds. */
const personalMargin = 1
/** A source's rare scores are estimated from its highest twentieth too: above it, scores of people thin out exponentially. */
const tailShare = 0.05

/** Log-odds between the scores 0.5 and 0.7, at least. */
const smallestStep = 0.4

const scoreSteps = 1001

/** A human text and the model that judges it: one that was trained without the text's whole family of sources. */
export interface Unseen {
  example: Example
  odds: (from: number, to: number) => number
  /** Told by a head that has seen nothing of the family either. */
  kind: (from: number, to: number) => Kind | null
}

/** A stretch of `words` words from a random place, as tokens; null where the text is shorter. */
function crop(example: Example, words: number, random: () => number): { from: number; to: number } | null {
  const { facts } = example
  if (example.words < words) return null
  const tokens = Math.min(facts.size, Math.round((facts.size * words) / example.words))
  const from = Math.floor(random() * (facts.size - tokens + 1))
  return { from, to: from + tokens }
}

/** The smallest of the values that at most a share of `rate` of them reaches. */
export function upperQuantile(values: readonly number[], rate: number): number {
  const sorted = Float64Array.from(values).sort()
  const allowed = Math.floor(rate * sorted.length)
  return (sorted[sorted.length - 1 - allowed] ?? 0) + 1e-6
}

/** Like `upperQuantile` for few values, and never lower: the mean height of the tail says how far beyond its foot a rarer value lies. */
function tailQuantile(values: readonly number[], rate: number): number {
  const foot = upperQuantile(values, tailShare)
  const tail = values.filter((value) => value > foot)
  const height = tail.reduce((sum, value) => sum + value - foot, 0) / Math.max(1, tail.length)
  return Math.max(upperQuantile(values, rate), foot + height * Math.log(tailShare / rate))
}

/** A stretch of a human text of a length, as it was judged. */
interface Stretch {
  /** Which of `knotWords`. */
  length: number
  source: string
  kind: Kind | null
  isStudent: boolean
  odds: number
}

/** A stretch of every length that a text can fill. A whole text has an opening and a close; it is judged at its own length too. */
function stretchesOf(humans: readonly Unseen[], seed: number): Stretch[] {
  const random = randomStream(seed)
  return humans.flatMap(({ example, odds, kind }) => {
    const { name, kind: sourceKind } = example.item.source
    const isStudent = studentKinds.has(sourceKind)
    const judge = (length: number, source: string, from: number, to: number): Stretch => {
      return { length, source, kind: kind(from, to), isStudent, odds: odds(from, to) }
    }
    return knotWords.flatMap((words, length) => {
      const range = crop(example, words, random)
      if (range === null) return []
      const stretch = judge(length, `${name}, stretches`, range.from, range.to)
      const isOwnLength = example.words < (knotWords[length + 1] ?? Number.POSITIVE_INFINITY)
      return isOwnLength ? [stretch, judge(length, `${name}, whole`, 0, example.facts.size)] : [stretch]
    })
  })
}

/** Cuts at one length with a limit for the worst source; null where too few texts speak. */
function cutsOf(stretches: readonly Stretch[]): { half: number; strict: number } | null {
  const bySource = grouped(stretches, ({ source }) => source)
  const sources = [...bySource.values()].filter((list) => list.length >= smallestSource)
  if (stretches.length < smallestCell || sources.length < fewestSources) return null
  const oddsOf = (list: readonly Stretch[]): number[] => list.map(({ odds }) => odds)
  const half = Math.max(
    upperQuantile(oddsOf(stretches), overallRate),
    ...sources.map((list) => tailQuantile(oddsOf(list), worstSourceRate)),
  )
  return { half, strict: Math.max(half + smallestStep, upperQuantile(oddsOf(stretches), strictRate)) }
}

function knotsOf(stretches: readonly Stretch[]): ScoreKnot[] {
  const byLength = grouped(stretches, ({ length }) => length)
  return knotWords.flatMap((words, length) => {
    const cuts = cutsOf(byLength.get(length) ?? [])
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

/** Cuts per length and kind of writing. `knots` holds for texts whose kind is in doubt: nowhere lower than those of any kind. */
export function chooseCuts(humans: readonly Unseen[], seed: number): { knots: ScoreKnot[]; kindCuts: KindCuts[] } {
  const stretches = stretchesOf(humans, seed)
  const students = stretches.filter(({ isStudent }) => isStudent)
  const ofCells = cells.map((kinds) => ({ kinds, knots: knotsOf(students.filter(({ kind }) => kind !== null && kinds.includes(kind))) }))
  const knots = ofCells.reduce((all, cell) => higher(all, cell.knots, 0), knotsOf(students))
  const personal = knotsOf(stretches.filter(({ kind }) => kind === 'personal-statement'))
  return {
    knots,
    kindCuts: [
      ...ofCells.filter((cell) => cell.knots.length > 0).flatMap((cell) => cell.kinds.map((kind) => ({ kind, knots: cell.knots }))),
      { kind: 'personal-statement', knots: higher(knots, personal, personalMargin) },
    ],
  }
}

/** How many lie at each step or above. */
function runningTotal(counts: Uint32Array): Uint32Array {
  const atLeast = new Uint32Array(counts.length)
  let sum = 0
  for (let k = counts.length - 1; k >= 0; k--) {
    sum += counts[k] as number
    atLeast[k] = sum
  }
  return atLeast
}

/** Histograms of student scores per length band: each text counts once in every band that it can fill. */
export function fillBands(
  bands: readonly [number, number | null][],
  humans: readonly Unseen[],
  cuts: Pick<Model, 'knots' | 'kindCuts'>,
  seed: number,
): CalibrationBand[] {
  const random = randomStream(seed)
  const students = humans.filter(({ example }) => studentKinds.has(example.item.source.kind))
  return bands.map(([from, to]) => {
    const counts = new Uint32Array(scoreSteps)
    let n = 0
    for (const { example, odds, kind } of students) {
      const highest = Math.min(example.words, to ?? example.words)
      if (highest < from) continue
      const range = crop(example, Math.floor(from + random() * (highest - from + 1)), random)
      if (range === null) continue
      const knots = knotsFor(cuts, kind(range.from, range.to))
      const score = scoreOf(knots, wordsBetween(example.facts, range.from, range.to), odds(range.from, range.to))
      counts[Math.round(score * 1000)] = (counts[Math.round(score * 1000)] as number) + 1
      n++
    }
    const atLeast = runningTotal(counts)
    return { from, to, n, atLeast, falsePositiveRate: n === 0 ? null : (atLeast[500] as number) / n }
  })
}
