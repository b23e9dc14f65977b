import { type ComparableText, ignoredWord, ignoreQuotations, Vocabulary } from './comparable-text.ts'
import {
  ignoreRuns,
  type LeftOut,
  runsIn,
  type SharedPassage,
  sharedWords,
  toSharedPassage,
} from './compare-texts.ts'
import { FingerprintIndex, runHashes, winnow } from './fingerprints.ts'
import { findPassages, type WordPassage } from './passages.ts'

/** What one text shares with another of a list. In its passages `a` is the one text, `b` the other. */
interface OtherText {
  /** The index of the other text. */
  other: number
  words: number
  share: number
  share_other: number
  passages: SharedPassage[]
}

export interface OtherTexts {
  /** The most words first. */
  found: OtherText[]
  /**
   * Words of the one text that were left out; `common` are those that at least `commonFrom` of the others
   * share.
   */
  left_out: LeftOut
}

/** What so many other texts share is a template, a rubric or a question rather than somebody's text. */
export const commonFrom = 10

/** A text, and the sources that its author may use: what stands in them is left out. */
export interface TextWithSources {
  text: string
  sources?: readonly string[]
}

/**
 * Compares one text with others, though not these with each other. Yields after every text, so that the
 * caller can let other work run in between; returns the result.
 */
export function compareWithOthers(
  text: TextWithSources,
  others: readonly TextWithSources[],
  assignment = '',
): Generator<void, OtherTexts> {
  return compare(text, others, assignment, { areSources: false })
}

/**
 * The same with sources, which are shown as they are found: what many of them contain is not set aside, nor
 * what stands in quotation marks in them, because a novel is full of dialogue. Quotations in the text itself
 * are.
 */
export function compareWithSources(
  text: string,
  sources: readonly string[],
  assignment = '',
): Generator<void, OtherTexts> {
  const others = sources.map((source) => ({ text: source }))
  return compare({ text }, others, assignment, { areSources: true })
}

function* compare(
  { text, sources }: TextWithSources,
  others: readonly TextWithSources[],
  assignment: string,
  { areSources }: { areSources: boolean },
): Generator<void, OtherTexts> {
  const vocabulary = new Vocabulary()
  // The documents of a class share one list of sources.
  const runsBySources = new Map<readonly string[], Set<number>>()
  const ignoreSources = (words: Int32Array, listed: readonly string[] = []): number => {
    const runs = runsBySources.get(listed) ?? runsIn(listed, vocabulary)
    runsBySources.set(listed, runs)
    return ignoreRuns(words, runs)
  }
  const own = vocabulary.read(text)
  const quotation = ignoreQuotations(text, own)
  const ofAssignment = ignoreRuns(own.words, runsIn([assignment], vocabulary))
  const source = ignoreSources(own.words, sources)
  const read: ComparableText[] = [own]
  for (const other of others) {
    yield
    const comparable = vocabulary.read(other.text)
    if (!areSources) ignoreQuotations(other.text, comparable)
    ignoreSources(comparable.words, other.sources)
    read.push(comparable)
  }
  const passages = yield* passagesWith(read)
  const common = areSources ? 0 : ignoreCommon(own.words, passages)
  const uncommon = common === 0 ? passages : yield* passagesWith(read)
  const found = [...uncommon].map(([at, shared]) => toOther(own, read[at] as ComparableText, at - 1, shared))
  return {
    found: found.toSorted((x, y) => y.words - x.words || x.other - y.other),
    left_out: { quotation, assignment: ofAssignment, source, common },
  }
}

/** The passages that the first text shares, by the place of the other in the list. */
function* passagesWith(read: readonly ComparableText[]): Generator<void, Map<number, WordPassage[]>> {
  const words = read.map((one) => one.words)
  const index = new FingerprintIndex(
    words,
    words.map((one) => winnow(runHashes(one))),
  )
  const found = new Map<number, WordPassage[]>()
  for (const [other, seeds] of index.seedsOf(0)) {
    yield
    const passages = findPassages(words[0] as Int32Array, words[other] as Int32Array, seeds)
    if (passages.length > 0) found.set(other, passages)
  }
  return found
}

/** Ignores the words that are part of passages with many others. Returns how many there were. */
function ignoreCommon(words: Int32Array, passages: ReadonlyMap<number, readonly WordPassage[]>): number {
  if (passages.size < commonFrom) return 0
  const sharing = new Uint16Array(words.length)
  for (const shared of passages.values()) {
    const isCounted = new Uint8Array(words.length)
    for (const { startA, endA } of shared) isCounted.fill(1, startA, endA)
    isCounted.forEach((counted, at) => {
      sharing[at] = (sharing[at] as number) + counted
    })
  }
  let ignored = 0
  sharing.forEach((count, at) => {
    if (count < commonFrom || words[at] === ignoredWord) return
    words[at] = ignoredWord
    ignored += 1
  })
  return ignored
}

function toOther(
  own: ComparableText,
  text: ComparableText,
  other: number,
  shared: readonly WordPassage[],
): OtherText {
  const words = sharedWords(shared)
  return {
    other,
    words,
    share: Math.min(1, words / own.words.length),
    share_other: Math.min(1, words / text.words.length),
    passages: shared.map((passage) => toSharedPassage(own, text, passage)),
  }
}
