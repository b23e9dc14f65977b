import { type ComparableText, ignoredWord, ignoreQuotations, Vocabulary } from './comparable-text.ts'
import { FingerprintIndex, type Fingerprints, fingerprintWords, runHashes, winnow } from './fingerprints.ts'
import { findGroups, groupFrom } from './groups.ts'
import { findPassages, type WordPassage } from './passages.ts'

/** Offsets into a text, the end exclusive. */
export interface OverlapRange {
  start: number
  end: number
}

export interface SharedPassage {
  a: OverlapRange
  b: OverlapRange
  /** Words that are equal in both texts. */
  words: number
}

/** Two texts that share passages, by their indices in the list of texts; `a` is the smaller. */
export interface SharingPair {
  a: number
  b: number
  /** Shared words, and what share of all words of each text they are. */
  words: number
  share_a: number
  share_b: number
  passages: SharedPassage[]
}

/**
 * What four or more texts share. Their pairs are found too, unless they are more than
 * `overlapLimits.textsPaired`. The range is their longest passage.
 */
export interface CommonPassage extends OverlapRange {
  /** The text in which the range lies, the first that contains it. */
  text: number
  /** Words of all their passages together. */
  words: number
  /** Those texts, ascending. */
  texts: number[]
}

/**
 * Words that were not compared: in quotations, of the assignment, of the sources that all may use, and those
 * that many texts share.
 */
export interface LeftOut {
  quotation: number
  assignment: number
  source: number
  common: number
}

export interface Overlap {
  /** The pairs with the largest shares, largest first. */
  pairs: SharingPair[]
  /** How many pairs were found, even if `pairs` is cut. */
  pairs_found: number
  common: CommonPassage[]
  /** Words left out, over all texts; `common` are those that too many texts share to list their pairs. */
  left_out: LeftOut
}

/** A hundred texts that share one passage make 4,950 pairs, nearly all that are kept. */
export const overlapLimits = {
  texts: 3_000,
  words: 3_000_000,
  pairs: 5_000,
  commonPassages: 20,
  textsPaired: 100,
} as const

/** The share of the work that reading is, for the reported progress. */
const readingShare = 0.4

/**
 * Compares every text with every other and finds the passages that they share. Yields the share of the work
 * that is done, after every text, so that the caller can let other work run in between; returns the result.
 * What stands in the assignment or in one of the sources is left out: two who quote the same chapter did not
 * copy from each other. @throws {RangeError} beyond `overlapLimits`.
 */
export function* compareTexts(
  texts: readonly string[],
  assignment = '',
  sources: readonly string[] = [],
): Generator<number, Overlap> {
  if (texts.length > overlapLimits.texts) throw new RangeError('There are more texts than can be compared.')
  const vocabulary = new Vocabulary()
  const assignmentRuns = runsIn([assignment], vocabulary)
  const sourceRuns = runsIn(sources, vocabulary)
  const left_out: LeftOut = { quotation: 0, assignment: 0, source: 0, common: 0 }
  const read: ComparableText[] = []
  const fingerprints: Fingerprints[] = []
  let words = 0
  for (const text of texts) {
    const comparable = vocabulary.read(text)
    words += comparable.words.length
    if (words > overlapLimits.words) throw new RangeError('There are more words than can be compared.')
    left_out.quotation += ignoreQuotations(text, comparable)
    left_out.assignment += ignoreRuns(comparable.words, assignmentRuns)
    left_out.source += ignoreRuns(comparable.words, sourceRuns)
    read.push(comparable)
    fingerprints.push(winnow(runHashes(comparable.words)))
    yield readingShare * (read.length / texts.length)
  }
  const index = new FingerprintIndex(
    read.map((text) => text.words),
    fingerprints,
  )
  yield readingShare
  const groups = findGroups(index.sharedBy(groupFrom))
  left_out.common = index.ignoreBeyond(overlapLimits.textsPaired)
  const found = new LargestPairs(overlapLimits.pairs)
  for (let a = 0; a < texts.length; a += 1) {
    for (const [b, seeds] of index.seedsOf(a)) {
      const passages = findPassages(wordsOf(read, a), wordsOf(read, b), seeds)
      if (passages.length > 0) found.add(toPair(read, a, b, passages))
    }
    yield readingShare + ((1 - readingShare) * (a + 1)) / texts.length
  }
  return {
    pairs: found.sorted(),
    pairs_found: found.count,
    common: groups
      .slice(0, overlapLimits.commonPassages)
      .map(({ text, start, end, words: together, texts: sharing }) => ({
        text,
        ...rangeOf(read[text] as ComparableText, start, end),
        words: together,
        texts: sharing,
      })),
    left_out,
  }
}

const wordsOf = (read: readonly ComparableText[], at: number): Int32Array =>
  (read[at] as ComparableText).words

export function rangeOf({ starts, ends }: ComparableText, start: number, end: number): OverlapRange {
  return { start: starts[start] as number, end: ends[end - 1] as number }
}

/** All runs of words in these texts. */
export function runsIn(texts: readonly string[], vocabulary: Vocabulary): Set<number> {
  const runs = new Set<number>()
  for (const text of texts) for (const hash of runHashes(vocabulary.read(text).words)) runs.add(hash)
  return runs
}

/** Ignores every word that is part of one of these runs. Returns how many there were. */
export function ignoreRuns(words: Int32Array, runs: ReadonlySet<number>): number {
  if (runs.size === 0) return 0
  const hashes = runHashes(words)
  let [ignored, done] = [0, 0]
  hashes.forEach((hash, start) => {
    if (hash < 0 || !runs.has(hash)) return
    const from = Math.max(start, done)
    done = start + fingerprintWords
    words.fill(ignoredWord, from, done)
    ignored += done - from
  })
  return ignored
}

function toPair(
  read: readonly ComparableText[],
  a: number,
  b: number,
  passages: readonly WordPassage[],
): SharingPair {
  const textA = read[a] as ComparableText
  const textB = read[b] as ComparableText
  const words = sharedWords(passages)
  return {
    a,
    b,
    words,
    share_a: Math.min(1, words / textA.words.length),
    share_b: Math.min(1, words / textB.words.length),
    passages: passages.map((passage) => toSharedPassage(textA, textB, passage)),
  }
}

export function toSharedPassage(
  a: ComparableText,
  b: ComparableText,
  { startA, endA, startB, endB, words }: WordPassage,
): SharedPassage {
  return { a: rangeOf(a, startA, endA), b: rangeOf(b, startB, endB), words }
}

/** Counts words where passages overlap once. The passages are in the order of the first text. */
export function sharedWords(passages: readonly WordPassage[]): number {
  let [sum, done] = [0, 0]
  for (const { startA, endA, words } of passages) {
    const uncounted = Math.max(0, endA - Math.max(startA, done)) / (endA - startA)
    done = Math.max(done, endA)
    sum += words * uncounted
  }
  return Math.round(sum)
}

const largerShare = ({ share_a, share_b }: SharingPair): number => Math.max(share_a, share_b)

/** Keeps the pairs with the largest shares and counts all. */
class LargestPairs {
  count = 0
  private kept: SharingPair[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  add(pair: SharingPair): void {
    this.count += 1
    this.kept.push(pair)
    if (this.kept.length >= 2 * this.limit) this.kept = this.sorted()
  }

  sorted(): SharingPair[] {
    return this.kept
      .toSorted((x, y) => largerShare(y) - largerShare(x) || y.words - x.words || x.a - y.a || x.b - y.b)
      .slice(0, this.limit)
  }
}
