import {
  type FirstMeeting,
  firstOf,
  measure,
  nameText,
  type Told,
  tell,
} from '../../../../apps/server/src/features/similarity/school/measure.ts'
import { sha256 } from '../../../../apps/server/src/lib/secrets.ts'
import { partBands } from '../../../../packages/contract/src/comparison-requests.ts'
import {
  compareAcrossTeachers,
  compareWithOthers,
} from '../../../../packages/detector/src/overlap/earlier-texts.ts'
import type { Random } from '../fuzz/random.ts'

/** What an account is told about one colleague's text. */
export interface School {
  /** How much, in any figure, when it adds a document to a class with these sources; 0 for nothing. */
  add(text: string, sources?: readonly string[]): number
  /** Words set aside as common, of a document whose teacher has these others. */
  common(text: string, own: readonly string[]): number
}

function drain<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** All that both teachers see, as one number. */
const figureOf = (told: Told | null): number =>
  told === null ? 0 : told.words + partBands.indexOf(told.partNewer) + 1

/** As the product tells it, with everything that it remembers once documents are deleted. */
export function schoolOf(colleagueText: string, key: string): School {
  const older = sha256(colleagueText)
  const asker = 'asker'
  let first: FirstMeeting | null = null
  return {
    add(text, sources = []) {
      const colleagues = [{ text: colleagueText, teacher: 'colleague' }]
      const [found] = drain(compareAcrossTeachers({ text, sources }, { own: [], colleagues }))
      if (found === undefined) return 0
      const pair = { asker, older, newer: sha256(text) }
      const measured = measure(key, pair, found.stretches, 'b')
      if (!measured.hasMet) return 0
      const named = nameText(key, pair.newer)
      const { is_first, isTellable } = firstOf([
        { text: named, first },
        { text: nameText(key, older), first: null },
      ])
      const told = tell(key, pair, measured, {
        isFirst: isTellable,
        words: { older: found.wordsOther, newer: found.words },
      })
      if (is_first) first = { text: named, is_told: told !== null }
      return figureOf(told)
    },
    common: (text, own) =>
      drain(
        compareWithOthers(
          { text },
          own.map((each) => ({ text: each })),
        ),
      ).left_out.common,
  }
}

/** As it was before decision 0099 was revised: every passage of twelve words counted exactly, once they are forty together. */
export function countingSchoolOf(colleagueText: string): School {
  return {
    add(text, sources = []) {
      const { found } = drain(compareWithOthers({ text, sources }, [{ text: colleagueText }]))
      const words = found[0]?.words ?? 0
      return words >= 40 ? words : 0
    },
    common(text, own) {
      const others = [colleagueText, ...own].map((each) => ({ text: each }))
      return drain(compareWithOthers({ text }, others)).left_out.common
    },
  }
}

/** What the attacker knows of a colleague's text, and the words of which one comes next. */
export interface Knowledge {
  known: string[]
  candidates: string[]
}

export const candidatesTried = 10
const knownWords = 60
const textWords = 140
const vocabulary = Array.from({ length: 400 }, (_, nth) => `word${nth.toString(36)}x`)

export const wordsOf = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => random.pick(vocabulary))

/** A colleague's text with the sixty words that the attacker knows, and the one that follows. */
export function makeText(random: Random): { text: string; next: string; knowledge: Knowledge } {
  const words = wordsOf(random, textWords)
  const start = 20 + random.below(textWords - knownWords - 40)
  const next = words[start + knownWords] as string
  const candidates = new Set([next])
  while (candidates.size < candidatesTried) candidates.add(random.pick(vocabulary))
  return {
    text: words.join(' '),
    next,
    knowledge: { known: words.slice(start, start + knownWords), candidates: [...candidates].sort() },
  }
}
