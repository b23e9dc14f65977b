import { fingerprintWords, type SharedFingerprint } from './fingerprints.ts'
import { shortestPassage } from './passages.ts'

/**
 * What several texts share: their longest common passage, by its words in the first text that contains it.
 */
export interface Group {
  text: number
  start: number
  end: number
  /** Words of all passages that exactly these texts share. */
  words: number
  /** The texts that contain most of each passage, ascending. */
  texts: number[]
}

/** From this many texts on, a list of pairs hides that it is one passage: four texts make six pairs. */
export const groupFrom = 4
/** Fingerprints this close to each other belong to one passage. */
const largestGap = 10
/**
 * Where fewer of the texts stay the same, another passage begins: a template of the whole class next to what
 * half of it copied.
 */
const sameTexts = 0.6
/** A text belongs to a passage if it has at least this share of its fingerprints. */
const minShare = 0.6

interface Open {
  text: number
  start: number
  end: number
  lastTexts: readonly number[]
  fingerprints: number
  /** How many of its fingerprints each text has. */
  counts: Map<number, number>
}

/**
 * The groups of texts that share passages, the most words first. Neighbouring fingerprints that nearly the
 * same texts share are one passage.
 */
export function findGroups(shared: readonly SharedFingerprint[]): Group[] {
  const groups = new Map<string, Group>()
  for (const passage of passagesOf(shared)) {
    const key = passage.texts.join()
    const known = groups.get(key)
    const longest =
      known !== undefined && known.end - known.start >= passage.end - passage.start ? known : passage
    groups.set(key, { ...longest, words: passage.words + (known?.words ?? 0) })
  }
  return [...groups.values()].sort((x, y) => y.words - x.words || y.texts.length - x.texts.length)
}

function passagesOf(shared: readonly SharedFingerprint[]): Group[] {
  const passages: Open[] = []
  for (const { text, start, texts } of shared) {
    let passage = passages.at(-1)
    const continues =
      passage?.text === text &&
      start <= passage.end + largestGap &&
      jaccard(passage.lastTexts, texts) >= sameTexts
    if (passage === undefined || !continues) {
      passage = { text, start, end: start, lastTexts: texts, fingerprints: 0, counts: new Map() }
      passages.push(passage)
    }
    passage.end = start + fingerprintWords
    passage.lastTexts = texts
    passage.fingerprints += 1
    for (const one of texts) passage.counts.set(one, (passage.counts.get(one) ?? 0) + 1)
  }
  return passages.flatMap(closed)
}

function closed({ text, start, end, fingerprints, counts }: Open): Group[] {
  const texts = [...counts].filter(([, count]) => count >= minShare * fingerprints).map(([one]) => one)
  const isGroup = end - start >= shortestPassage && texts.length >= groupFrom
  return isGroup ? [{ text, start, end, words: end - start, texts: texts.sort((x, y) => x - y) }] : []
}

/** The share of the texts of either list that both have. Both lists are ascending. */
function jaccard(one: readonly number[], other: readonly number[]): number {
  let [i, j, both] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    const difference = (one[i] as number) - (other[j] as number)
    if (difference === 0) both += 1
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  return both / (one.length + other.length - both)
}
