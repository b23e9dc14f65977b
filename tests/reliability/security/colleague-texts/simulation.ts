import { createRandom, type Random, seedOf } from '../fuzz/random.ts'
import { guesses } from './guesses.ts'
import { candidatesTried, countingSchoolOf, makeText, type School, schoolOf, wordsOf } from './school.ts'

interface Guessed {
  attack: string
  texts: number
  uploads: number
  /** How many next words were guessed, and how many where every shared word was counted exactly. */
  right: number
  rightByCounting: number
}

/** Attacks so many texts in each way, and says how often the attacker named the next word. */
export function guessNextWords(texts: number, uploads: number, seed: string): Guessed[] {
  return Object.entries(guesses).map(([attack, guess]) => {
    const random = createRandom(seedOf(`${seed} ${attack}`))
    let [right, rightByCounting] = [0, 0]
    for (let nth = 0; nth < texts; nth += 1) {
      const { text, next, knowledge } = makeText(random)
      const named = (school: School, tried: number) => guess(school, knowledge, random, tried)
      if (named(schoolOf(text, `${seed} ${attack} ${nth}`), uploads) === next) right += 1
      // Which shows in a hundred uploads whether a word is right.
      if (named(countingSchoolOf(text), Math.min(uploads, 100)) === next) rightByCounting += 1
    }
    return { attack, texts, uploads, right, rightByCounting }
  })
}

/** More would be named by mere guessing in one of a thousand simulations. */
export function mostByGuessing(texts: number): number {
  const chance = 1 / candidatesTried
  return texts * chance + 3.3 * Math.sqrt(texts * chance * (1 - chance)) + 1
}

interface Recall {
  words: number
  copies: number
  /** How many were told, as the first document that meets a text and as a later one. */
  first: number
  later: number
}

/** How many copied passages of a length are told. */
export function measureRecall(lengths: readonly number[], copies: number, seed: string): Recall[] {
  return lengths.map((words) => {
    const random = createRandom(seedOf(`${seed} ${words}`))
    let [first, later] = [0, 0]
    for (let nth = 0; nth < copies; nth += 1) {
      const text = wordsOf(random, words + 200)
      const school = schoolOf(text.join(' '), `${seed} ${words} ${nth}`)
      const copy = () => copyOf(random, text, words)
      if (school.add(copy()) > 0) first += 1
      if (school.add(copy()) > 0) later += 1
    }
    return { words, copies, first, later }
  })
}

function copyOf(random: Random, text: readonly string[], words: number): string {
  const start = random.below(text.length - words)
  const own = (count: number) => wordsOf(random, count).map((word) => `own${word}`)
  return [...own(60), ...text.slice(start, start + words), ...own(60)].join(' ')
}
