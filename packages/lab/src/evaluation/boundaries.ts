import type { Detector } from '@penmark/detector'
import type { Item } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { studentKinds } from '../corpora/sources.ts'
import { inOrder, type LabelledSplice, labelledSplice, sentencesOf } from '../corpora/splices.ts'
import { randomStream } from '../sampling.ts'
import { placedSentences } from './verdicts/placed-sentences.ts'
import { isPositive, type SpliceFigure } from './verdicts/verdicts.ts'

/**
 * Where passages begin and end in a person's text with one stretch of whole sentences by a machine, at any
 * boundary of its sentences.
 */
export interface BoundaryFigure {
  /** Words by the machine. */
  wanted: number
  texts: number
  found: number
  /**
   * Of the found texts: the first marked sentence is at most one sentence from the machine's first, the last
   * at most one from its last, and both.
   */
  begins_within_one: number
  ends_within_one: number
  both_within_one: number
  /** Both are the machine's own. */
  exact: number
  /** A person's sentences marked, mean over the found texts, and found texts with more than one of them. */
  human_marked: number
  texts_with_more_than_one: number
  /** A machine's sentences not marked, mean over the found texts. */
  machine_unmarked: number
}

/** What is found in texts that are partly a machine's. */
export interface PassageFigures {
  stretches: BoundaryFigure[]
  /** Essays of which a machine wrote half, by where its paragraphs stand. */
  halves: SpliceFigure[]
}

export const insertedWords = [150, 250, 400] as const
const hostWords = { least: 250, most: 700 }
/** A long sentence may add this share of the words. */
const mostExcess = 0.25

export const wordsOf = (text: string): number => text.trim().split(/\s+/).length

/** Whole sentences from a random one on, with about this many words; null if the text is too short. */
function stretchOf(text: string, wanted: number, random: () => number): string | null {
  const sentences = sentencesOf(text)
  const words = sentences.map(wordsOf)
  let left = words.reduce((sum, one) => sum + one, 0)
  const starts = words.flatMap((one, i) => {
    const reaches = left >= wanted
    left -= one
    return reaches ? [i] : []
  })
  const first = starts[Math.floor(random() * starts.length)]
  if (first === undefined) return null
  let end = first
  for (let sum = 0; sum < wanted; end++) sum += words[end] as number
  const stretch = sentences.slice(first, end).join('')
  return wordsOf(stretch) <= wanted * (1 + mostExcess) ? stretch : null
}

/** The beginning of a person's text in whole sentences, in two parts around a random boundary. */
function hostOf(text: string, random: () => number): [string, string] {
  const sentences: string[] = []
  let words = 0
  for (const sentence of sentencesOf(text)) {
    if (words >= hostWords.most) break
    sentences.push(sentence)
    words += wordsOf(sentence)
  }
  const cut = Math.floor(random() * (sentences.length + 1))
  return [sentences.slice(0, cut).join(''), sentences.slice(cut).join('')]
}

/** Up to `count` dated student texts, each with one stretch by a machine. */
export function insertStretches(
  people: readonly Item[],
  machines: readonly Item[],
  { wanted, count, seed }: { wanted: number; count: number; seed: number },
): LabelledSplice[] {
  const random = randomStream(seed + wanted)
  const hosts = inOrder(
    people.filter(
      (item) =>
        item.label === 'human' &&
        studentKinds.has(item.source.kind) &&
        isDated(item) &&
        wordsOf(item.text) >= hostWords.least,
    ),
    seed,
  )
  const splices: LabelledSplice[] = []
  if (hosts.length === 0) return splices
  for (const { text } of inOrder(machines, seed + wanted)) {
    if (splices.length === count) break
    const inserted = stretchOf(text, wanted, random)
    if (inserted === null) continue
    const [before, after] = hostOf((hosts[splices.length % hosts.length] as Item).text, random)
    splices.push(
      labelledSplice('one insert', wanted, [
        { text: before, ai: false },
        { text: inserted, ai: true },
        { text: after, ai: false },
      ]),
    )
  }
  return splices
}

/** The marked sentences against the machine's; null if the text has no finding. */
async function judgeBoundaries({ text, isMachine }: LabelledSplice, detector: Detector) {
  const detection = await detector.detect(text)
  if (!isPositive(detection.finding)) return null
  const sentences = placedSentences(text, detection)
    .filter(({ words }) => words > 0)
    .map(({ start, end, marked }) => {
      const machine = isMachine.subarray(start, end).reduce((sum, one) => sum + one, 0)
      return { marked, isMachine: machine * 2 > end - start }
    })
  const begins = Math.abs(
    sentences.findIndex(({ marked }) => marked) - sentences.findIndex((one) => one.isMachine),
  )
  const ends = Math.abs(
    sentences.findLastIndex(({ marked }) => marked) - sentences.findLastIndex((one) => one.isMachine),
  )
  return {
    begins,
    ends,
    humanMarked: sentences.filter((one) => one.marked && !one.isMachine).length,
    machineUnmarked: sentences.filter((one) => !one.marked && one.isMachine).length,
  }
}

/** Measures splices of one length. */
export async function measureBoundaries(
  wanted: number,
  splices: readonly { splice: LabelledSplice; detector: Detector }[],
): Promise<BoundaryFigure> {
  const found: NonNullable<Awaited<ReturnType<typeof judgeBoundaries>>>[] = []
  for (const { splice, detector } of splices) {
    const judged = await judgeBoundaries(splice, detector)
    if (judged !== null) found.push(judged)
  }
  const mean = (figureOf: (one: (typeof found)[number]) => number): number =>
    Number((found.reduce((sum, one) => sum + figureOf(one), 0) / Math.max(1, found.length)).toFixed(3))
  return {
    wanted,
    texts: splices.length,
    found: found.length,
    begins_within_one: found.filter(({ begins }) => begins <= 1).length,
    ends_within_one: found.filter(({ ends }) => ends <= 1).length,
    both_within_one: found.filter(({ begins, ends }) => begins <= 1 && ends <= 1).length,
    exact: found.filter(({ begins, ends }) => begins === 0 && ends === 0).length,
    human_marked: mean(({ humanMarked }) => humanMarked),
    texts_with_more_than_one: found.filter(({ humanMarked }) => humanMarked > 1).length,
    machine_unmarked: mean(({ machineUnmarked }) => machineUnmarked),
  }
}
