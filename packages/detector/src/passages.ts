import type { PassageLevel } from './detection.ts'
import { type Predictor, type Prepared, wordsBetween } from './model/predict.ts'
import type { JudgedStretch } from './model/scan.ts'
import { type SentenceTokens, segmentationFeatures, segmentationLogOdds } from './windows.ts'

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
 * Which sentences of a text with a finding read like AI writing, and how strongly. If the segmentation finds none, these are the sentences of
 * the stretch that stands out most: a finding without a passage could not be examined.
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
  const odds = segmentationLogOdds(segmentation, segmentationFeatures(predictor, text, judged, logOdds))
  const words = judged.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const found = withoutShortRuns(
    odds.map((value) => value >= segmentation.light),
    words,
  )
  const inPassage = found.includes(true) ? found : judged.map(({ from, to }) => from < strongest.to && to > strongest.from)
  let at = 0
  return sentences.map(({ from, to }) => {
    if (to <= from) return 'none'
    const i = at++
    if (inPassage[i] !== true) return 'none'
    return (odds[i] as number) >= segmentation.strong ? 'strong' : 'light'
  })
}
