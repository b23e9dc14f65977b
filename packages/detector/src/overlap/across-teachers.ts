import { type ComparableText, ignoredWord, ignoreQuotations, Vocabulary } from './comparable-text.ts'
import { ignoreRuns, type OverlapRange, rangeOf, runsIn } from './compare-texts.ts'
import { commonFrom, type TextWithSources } from './compare-with-others.ts'
import { shortestPassage } from './passages.ts'
import { findStretches, type Stretch } from './stretches.ts'

/** A document of another teacher. */
export interface ColleagueText extends TextWithSources {
  teacher: string
}

/** What a text shares almost word for word with one of a colleague. `a` is the one text, `b` the colleague's. */
export interface SharedStretch {
  a: OverlapRange
  b: OverlapRange
  /** In words of both texts. */
  runs: Stretch
}

export interface WithColleague {
  /** The index of the colleague's text. */
  other: number
  /** All words of both texts. */
  words: number
  wordsOther: number
  stretches: SharedStretch[]
}

/** What ten documents of fewer colleagues share may be the work of one student, and says who has it. */
const colleaguesFrom = 3

/**
 * Compares a text with those of other teachers. What is common follows from the teacher's own texts alone, or
 * from ten texts of three colleagues: whether it is set aside says nothing of one text of one colleague.
 * Yields after every text, so that the caller can let other work run in between; returns the result.
 */
export function* compareAcrossTeachers(
  { text, sources }: TextWithSources,
  { own, colleagues }: { own: readonly TextWithSources[]; colleagues: readonly ColleagueText[] },
  assignment = '',
): Generator<void, WithColleague[]> {
  const vocabulary = new Vocabulary()
  // The documents of a class share one list of sources.
  const runsBySources = new Map<readonly string[], Set<number>>()
  const read = (one: string, listed: readonly string[] = []): ComparableText => {
    const comparable = vocabulary.read(one)
    ignoreQuotations(one, comparable)
    const runs = runsBySources.get(listed) ?? runsIn(listed, vocabulary)
    runsBySources.set(listed, runs)
    ignoreRuns(comparable.words, runs)
    return comparable
  }
  const one = read(text, sources)
  ignoreRuns(one.words, runsIn([assignment], vocabulary))
  const sharing = new Sharing(one.words.length)
  for (const other of own) {
    yield
    sharing.add(null, findStretches(one.words, read(other.text, other.sources).words))
  }
  const others: ComparableText[] = []
  for (const other of colleagues) {
    yield
    const comparable = read(other.text, other.sources)
    others.push(comparable)
    sharing.add(other.teacher, findStretches(one.words, comparable.words))
  }
  sharing.ignoreCommon(one.words)
  const found: WithColleague[] = []
  for (const [other, comparable] of others.entries()) {
    yield
    const stretches = findStretches(one.words, comparable.words).map((runs) => ({
      a: rangeIn(one, runs, 'a'),
      b: rangeIn(comparable, runs, 'b'),
      runs,
    }))
    if (stretches.length > 0)
      found.push({ other, words: one.words.length, wordsOther: comparable.words.length, stretches })
  }
  return found
}

function rangeIn(text: ComparableText, runs: Stretch, side: 'a' | 'b'): OverlapRange {
  const last = runs[runs.length - 1]
  return rangeOf(text, runs[0]?.[side] ?? 0, (last?.[side] ?? 0) + (last?.length ?? 0))
}

/** How many texts, and of how many colleagues, have each word of one in a passage. */
class Sharing {
  private readonly own: Uint16Array
  private readonly theirs: Uint16Array
  private readonly colleagues: Map<number, Set<string>> = new Map()

  constructor(words: number) {
    this.own = new Uint16Array(words)
    this.theirs = new Uint16Array(words)
  }

  /** Counts one text, of a colleague or, without one, the teacher's own. */
  add(colleague: string | null, stretches: readonly Stretch[]): void {
    const words = new Set<number>()
    for (const runs of stretches) {
      if (runs.reduce((sum, { length }) => sum + length, 0) < shortestPassage) continue
      for (const { a, length } of runs) for (let at = a; at < a + length; at += 1) words.add(at)
    }
    const counts = colleague === null ? this.own : this.theirs
    for (const at of words) {
      counts[at] = (counts[at] as number) + 1
      if (colleague !== null) this.colleagues.set(at, (this.colleagues.get(at) ?? new Set()).add(colleague))
    }
  }

  ignoreCommon(words: Int32Array): void {
    for (let at = 0; at < words.length; at += 1) {
      const isOwn = (this.own[at] as number) >= commonFrom
      const isTheirs =
        (this.theirs[at] as number) >= commonFrom && (this.colleagues.get(at)?.size ?? 0) >= colleaguesFrom
      if (isOwn || isTheirs) words[at] = ignoredWord
    }
  }
}
