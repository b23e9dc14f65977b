import type { PassageLevel } from './detection.ts'
import { type Predictor, type Prepared, wordsBetween } from './model/predict.ts'
import type { JudgedStretch } from './model/scan.ts'
import { ownLogOdds, type SentenceTokens, segmentationFeatures, segmentationLogOdds } from './windows.ts'

/** A shorter passage cannot be separated reliably from its neighbours, so it is merged with them. */
const smallestPassage = 25

interface Run {
  first: number
  /** Exclusive. */
  last: number
  inPassage: boolean
  words: number
}

function runsOf(inPassage: readonly boolean[], words: readonly number[]): Run[] {
  const runs: Run[] = []
  inPassage.forEach((flag, i) => {
    const open = runs.at(-1)
    if (open?.inPassage === flag) {
      open.last = i + 1
      open.words += words[i] as number
    } else runs.push({ first: i, last: i + 1, inPassage: flag, words: words[i] as number })
  })
  return runs
}

/** Merges runs that are too short into the runs around them, the shortest first. */
export function withoutShortRuns(inPassage: readonly boolean[], words: readonly number[]): boolean[] {
  const flags = [...inPassage]
  for (;;) {
    const runs = runsOf(flags, words)
    const shortest = runs.toSorted((a, b) => a.words - b.words)[0]
    if (runs.length < 2 || shortest === undefined || shortest.words >= smallestPassage) return flags
    flags.fill(!shortest.inPassage, shortest.first, shortest.last)
  }
}

/**
 * A passage begins and ends with sentences that by themselves have at least this share of its median
 * log-odds. Windows and the chain draw it a sentence or two too wide where a person's writing meets it.
 */
const edgeShare = 0.2
/**
 * A passage with a smaller share of the median log-odds of the most striking one is left out: a person's more
 * formal pages look like that.
 */
const secondPassageShare = 0.5
/**
 * Below these log-odds a sentence by itself reads like a person's, and its neighbours do not make it
 * suspicious. A model of words alone judges a single sentence less surely.
 */
const personBelow = { inContext: 0, wordsAlone: -2 }

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The part of a passage whose sentences exceed the threshold most in total. */
function strongestPart(
  own: readonly number[],
  { first, last }: Run,
  threshold: number,
): { first: number; last: number } {
  let best = { first, last: first }
  let highest = 0
  let sum = 0
  let start = first
  for (let i = first; i < last; i++) {
    if (sum <= 0) {
      sum = 0
      start = i
    }
    sum += (own[i] as number) - threshold
    if (sum > highest) {
      highest = sum
      best = { first: start, last: i + 1 }
    }
  }
  return best
}

/**
 * Passages cut to the sentences that belong to them. `own` are the log-odds of each sentence by itself,
 * `person` those below which it reads like a person's. Unchanged if nothing would remain.
 */
export function trimmed(inPassage: readonly boolean[], own: readonly number[], person: number): boolean[] {
  const passages = runsOf(
    inPassage,
    own.map(() => 1),
  )
    .filter((run) => run.inPassage)
    .map((run) => ({ run, level: median(own.slice(run.first, run.last)) }))
  const highest = passages.reduce((most, { level }) => Math.max(most, level), 0)
  const flags = inPassage.map(() => false)
  for (const { run, level } of passages) {
    if (level < secondPassageShare * highest) continue
    const { first, last } = strongestPart(own, run, Math.max(person, edgeShare * level))
    for (let i = first; i < last; i++) flags[i] = (own[i] as number) >= person
  }
  return flags.includes(true) ? flags : [...inPassage]
}

/**
 * Which sentences of a text with a finding read like AI writing, and how strongly. If the segmentation finds
 * none, these are the sentences of the stretch that stands out most: a finding without a passage could not be
 * examined.
 */
export function segment(
  predictor: Predictor,
  text: Prepared,
  sentences: readonly SentenceTokens[],
  strongest: JudgedStretch,
  logOdds: number,
): PassageLevel[] {
  const { segmentation } = predictor.model
  const judged = sentences.filter(({ from, to }) => to > from)
  const features = segmentationFeatures(predictor, text, judged, logOdds)
  const odds = segmentationLogOdds(segmentation, features)
  const words = judged.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const found = withoutShortRuns(
    odds.map((value) => value >= segmentation.light),
    words,
  )
  const inPassage = trimmed(
    found.includes(true) ? found : judged.map(({ from, to }) => from < strongest.to && to > strongest.from),
    features.map(ownLogOdds),
    text.context === null ? personBelow.wordsAlone : personBelow.inContext,
  )
  let at = 0
  return sentences.map(({ from, to }) => {
    if (to <= from) return 'none'
    const i = at++
    if (inPassage[i] !== true) return 'none'
    return (odds[i] as number) >= segmentation.strong ? 'strong' : 'light'
  })
}
