import type { Random } from '../fuzz/random.ts'
import { type Knowledge, type School, wordsOf } from './school.ts'

/** Adds documents to learn which candidate follows the known words, and names one. */
type Guess = (school: School, knowledge: Knowledge, random: Random, uploads: number) => string

/** The candidate with the highest score; of equal ones any. */
function best(scores: ReadonlyMap<string, number>, random: Random): string {
  const highest = Math.max(...scores.values())
  return random.pick([...scores].filter(([, score]) => score === highest).map(([word]) => word))
}

/** Words that stand in no other text, around what is tried. */
const hidden = (random: Random, ...tried: string[][]): string =>
  tried
    .map((words) =>
      [...words, ...wordsOf(random, 4).map((word) => `${word}${random.below(2 ** 30)}`)].join(' '),
    )
    .join(' ')

/** Scores each candidate in turn by what is told of documents that end with it. */
function scored(document: (candidate: string, nth: number) => string): Guess {
  return (school, { candidates }, random, uploads) => {
    const scores = new Map(candidates.map((word) => [word, 0]))
    for (let nth = 0; nth < uploads; nth += 1) {
      const candidate = candidates[nth % candidates.length] as string
      scores.set(candidate, (scores.get(candidate) ?? 0) + school.add(document(candidate, nth)))
    }
    return best(scores, random)
  }
}

export const guesses: Record<string, Guess> = {
  'a passage long enough, and apart from it eleven words with the guess': (
    school,
    knowledge,
    random,
    uploads,
  ) =>
    scored((candidate) =>
      hidden(random, knowledge.known.slice(0, 42), [...knowledge.known.slice(-11), candidate]),
    )(school, knowledge, random, uploads),
  'passages of every length that end with the guess': (school, knowledge, random, uploads) =>
    scored((candidate, nth) =>
      hidden(random, [...knowledge.known.slice(-39 - (Math.floor(nth / 10) % 22)), candidate]),
    )(school, knowledge, random, uploads),
  'a passage that grows by a word until the guess is told and nothing was before': (
    school,
    { known, candidates },
    random,
    uploads,
  ) => {
    let added = 0
    for (let length = 39; length <= known.length; length += 1) {
      if (school.add(hidden(random, known.slice(-length))) > 0) break
      for (const candidate of candidates) {
        if (added >= uploads) return random.pick(candidates)
        added += 1
        if (school.add(hidden(random, [...known.slice(-length), candidate])) > 0) return candidate
      }
    }
    return random.pick(candidates)
  },
  'half of the guesses in one document, and the other half in another': (
    school,
    { known, candidates },
    random,
    uploads,
  ) => {
    const scores = new Map(candidates.map((word) => [word, 0]))
    for (let nth = 0; nth < uploads / 2; nth += 1) {
      const half = random.sample(candidates, candidates.length / 2)
      const rest = candidates.filter((word) => !half.includes(word))
      const length = 39 + random.below(22)
      for (const tried of [half, rest]) {
        const told = school.add(hidden(random, ...tried.map((word) => [...known.slice(-length), word])))
        for (const word of tried) scores.set(word, (scores.get(word) ?? 0) + told)
      }
    }
    return best(scores, random)
  },
  'one document with every guess, compared again with sources that set one aside': (
    school,
    { known, candidates },
    random,
    uploads,
  ) => {
    const scores = new Map(candidates.map((word) => [word, 0]))
    const all = (length: number) =>
      hidden(random, ...candidates.map((word) => [...known.slice(-length), word]))
    let document = all(known.length)
    for (let nth = 0; nth < uploads; nth += 1) {
      if (nth % (2 * candidates.length) === 0) document = all(39 + random.below(22))
      const candidate = candidates[nth % candidates.length] as string
      const told = school.add(document, [[...known.slice(-4), candidate].join(' ')])
      scores.set(candidate, (scores.get(candidate) ?? 0) - told)
    }
    return best(scores, random)
  },
  'nine own documents with the guess, and what is common in a tenth': (
    school,
    { known, candidates },
    random,
    uploads,
  ) => {
    const scores = new Map(candidates.map((word) => [word, 0]))
    for (let nth = 0; nth < uploads / 10; nth += 1) {
      const candidate = candidates[nth % candidates.length] as string
      const phrase = [...known.slice(-11), candidate]
      const own = Array.from({ length: 9 }, () => hidden(random, phrase))
      const common = school.common(hidden(random, phrase), own)
      scores.set(candidate, (scores.get(candidate) ?? 0) + common)
    }
    return best(scores, random)
  },
}
