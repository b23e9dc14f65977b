import { createHmac } from 'node:crypto'
import { type PartBand, partBands, type WordBand, wordBands } from '@penmark/contract'
import type { SharedStretch, WithColleague } from '../comparison/compare-texts.ts'

/**
 * What a match tells, and when (decision 0099). Nothing here may depend on a single word of a colleague's
 * text that the asker could have guessed, so words are not counted one by one: every twentieth word of the
 * colleague's text is a mark, from a place that only the key knows, and marks are counted.
 */
const wordsPerMark = 20

/** The shortest length from which a passage counts is drawn between these. */
const shortest = { from: 40, to: 80 } as const
/** Three marks lie at least 41 words apart, so that no shorter passage counts. */
const fewestMarks = 3
/** Every passage of a hundred words has so many, and none of eighty or less. */
const surelyTold = 5
/** Fewer marks are a phrase: two documents that share one have not met. */
const marksToMeet = 2

/** A text is named by its hash, and an asker by the id of the account. */
interface Pair {
  /** The account whose document came later: by adding documents it can ask. */
  asker: string
  older: string
  newer: string
}

/** A number below 1 that follows from the key and these words. */
function draw(key: string, ...words: string[]): number {
  return createHmac('sha256', key).update(words.join(' ')).digest().readUInt32BE() / 2 ** 32
}

/** A text in the record of what has met: nobody can find it by trying texts. */
export const nameText = (key: string, textHash: string): string =>
  createHmac('sha256', key).update(`text ${textHash}`).digest('base64url')

/** The marks of the older text in a stretch. A word that differs is none. */
function marksIn({ runs }: SharedStretch, side: 'a' | 'b', first: number): number[] {
  const marks: number[] = []
  for (const { [side]: start, length } of runs) {
    const after = (((start - first) % wordsPerMark) + wordsPerMark) % wordsPerMark
    for (let at = start + ((wordsPerMark - after) % wordsPerMark); at < start + length; at += wordsPerMark)
      marks.push(at)
  }
  return marks
}

interface Measured {
  /** The marks of each stretch of the older text. */
  stretches: number[][]
  /** Whether the two documents share more than a phrase. */
  hasMet: boolean
}

/**
 * Counts the marks that two texts share. The marks of a text are the same for every document of an asker, so
 * that asking again draws nothing anew.
 */
export function measure(
  key: string,
  { asker, older }: Pick<Pair, 'asker' | 'older'>,
  stretches: readonly SharedStretch[],
  olderSide: 'a' | 'b',
): Measured {
  const first = Math.floor(draw(key, 'marks', asker, older) * wordsPerMark)
  const marks = stretches.map((stretch) => marksIn(stretch, olderSide, first))
  return { stretches: marks, hasMet: marks.some(({ length }) => length >= marksToMeet) }
}

/** The first text of an account that met another one, and whether that was told. */
export interface FirstMeeting {
  text: string
  is_told: boolean
}

/**
 * Whether two texts are the first that met for both accounts, and whether they may be told as such. What was
 * not told once stays so, whatever is set aside of the same two texts later.
 */
export function firstOf(sides: readonly { text: string; first: FirstMeeting | null }[]) {
  const is_first = sides.every(({ text, first }) => first === null || first.text === text)
  return { is_first, isTellable: is_first && sides.every(({ first }) => first?.is_told !== false) }
}

export interface Told {
  words: WordBand
  partOlder: PartBand
  partNewer: PartBand
}

/** An edge between two bands, drawn around its middle. */
const edge = (key: string, { older, newer }: Pair, name: string | number, middle: number): number =>
  middle * (0.8 + 0.4 * draw(key, 'edge', String(name), older, newer))

function wordBandOf(key: string, pair: Pair, words: number): WordBand {
  // Between 50 and 100 the edge lies about 75.
  return wordBands.reduce((band, next) => (words >= edge(key, pair, next, (band + next) / 2) ? next : band))
}

const partEdges: readonly [Exclude<PartBand, 'little'>, number][] = [
  ['quarter', 0.17],
  ['half', 0.37],
  ['most', 0.65],
]

function partBandOf(key: string, pair: Pair, part: number): PartBand {
  return partEdges.reduce<PartBand>(
    (band, [next, middle]) => (part >= edge(key, pair, next, middle) ? next : band),
    partBands[0],
  )
}

/**
 * What both teachers are told of two documents; null for nothing. The first document of an asker that meets a
 * text is told of passages from the length that is drawn for the pair. For any other it is the longest:
 * otherwise many documents with the same passage would draw until the one word that differs shows.
 */
export function tell(
  key: string,
  pair: Pair,
  { stretches }: Measured,
  { isFirst, words }: { isFirst: boolean; words: { older: number; newer: number } },
): Told | null {
  const length = shortest.from + draw(key, 'length', pair.older, pair.newer) * (shortest.to - shortest.from)
  const fewest = isFirst ? Math.max(fewestMarks, Math.ceil(length / wordsPerMark)) : surelyTold
  const counted = stretches.filter((marks) => marks.length >= fewest)
  if (counted.length === 0) return null
  const shared = new Set(counted.flat()).size * wordsPerMark
  return {
    words: wordBandOf(key, pair, shared),
    partOlder: partBandOf(key, pair, shared / words.older),
    partNewer: partBandOf(key, pair, shared / words.newer),
  }
}

/** The stretches that both may read once both agree, and how many words they are. */
export function readable({ stretches }: WithColleague, olderSide: 'a' | 'b') {
  const long = stretches.filter(({ runs }) => lengthOf(runs, olderSide) >= shortest.from)
  const words = new Set<number>()
  for (const { runs } of long)
    for (const { [olderSide]: start, length } of runs)
      for (let at = start; at < start + length; at += 1) words.add(at)
  return { stretches: long, words: words.size }
}

/** From the first word of a stretch to its last. */
function lengthOf(runs: SharedStretch['runs'], side: 'a' | 'b'): number {
  const last = runs[runs.length - 1]
  return last === undefined ? 0 : last[side] + last.length - (runs[0]?.[side] ?? 0)
}
