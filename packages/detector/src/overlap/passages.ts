import { ignoredWord } from './comparable-text.ts'
import { fingerprintWords, type Seeds } from './fingerprints.ts'

/** A passage that two texts share, by its first word and the word after its last in each. */
export interface WordPassage {
  startA: number
  endA: number
  startB: number
  endB: number
  /** Words that are equal in both; the others were replaced, added or left out. */
  words: number
}

/** An unbroken run of equal words. */
interface Run {
  a: number
  b: number
  length: number
}

/** Passages with fewer equal words are idioms or titles. Measured in docs/evaluation.md. */
export const shortestPassage = 12
/** Runs this close to each other in both texts belong to one passage. */
const largestGap = 10
/** By how many words the two texts may differ between two runs. */
const largestShift = 4
/** A passage with a smaller share of equal words is coincidence. */
const minDensity = 0.6
/**
 * Beyond its seeds a passage continues past at most `skipped` replaced words, if `equal` equal ones follow.
 */
const tolerance = { skipped: 2, equal: 3 } as const
/** How many earlier passages a run is compared with. */
const comparedPassages = 16
/** Word comparisons per word of the two texts, to limit the work on repetitive texts. */
const comparisonsPerWord = 30

interface Budget {
  comparisons: number
}

/** The passages that two texts share, in the order of the first. */
export function findPassages(a: Int32Array, b: Int32Array, seeds: Seeds): WordPassage[] {
  const budget = { comparisons: comparisonsPerWord * (a.length + b.length) }
  const passages = chain(runsOf(a, b, seeds, budget)).map((passage) => extended(a, b, passage, budget))
  return withoutRepeats(a.length, b.length, passages.filter(isLikely)).toSorted((x, y) => x.startA - y.startA)
}

function isLikely({ startA, endA, startB, endB, words }: WordPassage): boolean {
  return words >= shortestPassage && words >= minDensity * Math.max(endA - startA, endB - startB)
}

const isSame = (a: Int32Array, b: Int32Array, i: number, j: number): boolean =>
  i >= 0 && j >= 0 && i < a.length && j < b.length && a[i] !== ignoredWord && a[i] === b[j]

/**
 * Extends each seed to the whole run of equal words. Seeds in words that two runs already cover are left out.
 */
function runsOf(a: Int32Array, b: Int32Array, { inA, inB }: Seeds, budget: Budget): Run[] {
  const runs: Run[] = []
  const coveredA = new Uint8Array(a.length)
  const coveredB = new Uint8Array(b.length)
  for (let nth = 0; nth < inA.length && budget.comparisons > 0; nth += 1) {
    const i = inA[nth] as number
    const j = inB[nth] as number
    if (coveredA[i] === 1 && coveredB[j] === 1) continue
    let before = 0
    while (isSame(a, b, i - before - 1, j - before - 1)) before += 1
    let length = 0
    while (isSame(a, b, i + length, j + length)) length += 1
    budget.comparisons -= before + length + 1
    // Different words can have the same hash.
    if (length < fingerprintWords) continue
    const run = { a: i - before, b: j - before, length: before + length }
    coveredA.fill(1, run.a, run.a + run.length)
    coveredB.fill(1, run.b, run.b + run.length)
    runs.push(run)
  }
  return runs.sort((x, y) => x.a - y.a || x.b - y.b)
}

/** Joins runs that follow each other in both texts. */
function chain(runs: readonly Run[]): WordPassage[] {
  const passages: WordPassage[] = []
  for (const run of runs) {
    let next: WordPassage | undefined
    for (let at = passages.length - 1; at >= Math.max(0, passages.length - comparedPassages); at -= 1) {
      const open = passages[at] as WordPassage
      const gapA = run.a - open.endA
      const gapB = run.b - open.endB
      const follows = gapA >= 0 && gapB >= 0 && gapA <= largestGap && gapB <= largestGap
      if (follows && Math.abs(gapA - gapB) <= largestShift) {
        next = open
        break
      }
    }
    if (next === undefined) {
      passages.push({
        startA: run.a,
        endA: run.a + run.length,
        startB: run.b,
        endB: run.b + run.length,
        words: run.length,
      })
    } else {
      next.endA = run.a + run.length
      next.endB = run.b + run.length
      next.words += run.length
    }
  }
  return passages
}

/** How many words to skip in each text until enough equal ones follow; null if none do. */
function findSkip(a: Int32Array, b: Int32Array, i: number, j: number, step: 1 | -1): [number, number] | null {
  for (let total = 1; total <= 2 * tolerance.skipped; total += 1) {
    for (
      let skipA = Math.min(total, tolerance.skipped);
      skipA >= Math.max(0, total - tolerance.skipped);
      skipA -= 1
    ) {
      const skipB = total - skipA
      let equal = 0
      while (equal < tolerance.equal && isSame(a, b, i + step * (skipA + equal), j + step * (skipB + equal)))
        equal += 1
      if (equal === tolerance.equal) return [skipA, skipB]
    }
  }
  return null
}

/** Extends a passage on both sides past single replaced words, by runs too short for a fingerprint. */
function extended(a: Int32Array, b: Int32Array, passage: WordPassage, budget: Budget): WordPassage {
  const { startA, endA, startB, endB, words } = passage
  const after = extendMatch(a, b, endA, endB, 1, budget)
  const before = extendMatch(a, b, startA - 1, startB - 1, -1, budget)
  return {
    startA: startA - before.inA,
    endA: endA + after.inA,
    startB: startB - before.inB,
    endB: endB + after.inB,
    words: words + before.equal + after.equal,
  }
}

/** How far a match continues from a position in each text, and how many of its words are equal. */
function extendMatch(a: Int32Array, b: Int32Array, i: number, j: number, step: 1 | -1, budget: Budget) {
  let [inA, inB, equal] = [0, 0, 0]
  while (budget.comparisons > 0) {
    const skip = findSkip(a, b, i + step * inA, j + step * inB, step)
    if (skip === null) break
    inA += skip[0]
    inB += skip[1]
    for (; isSame(a, b, i + step * inA, j + step * inB); inA += 1, inB += 1) {
      equal += 1
      budget.comparisons -= 1
    }
  }
  return { inA, inB, equal }
}

/**
 * The passages, longest first, without those mostly covered by a longer one: a sentence used twice is one
 * passage.
 */
function withoutRepeats(lengthA: number, lengthB: number, passages: readonly WordPassage[]): WordPassage[] {
  const usedA = new Uint8Array(lengthA)
  const usedB = new Uint8Array(lengthB)
  return passages
    .toSorted((x, y) => y.words - x.words || x.startA - y.startA || x.startB - y.startB)
    .filter(({ startA, endA, startB, endB }) => {
      if (
        2 * countOf(usedA, startA, endA) > endA - startA ||
        2 * countOf(usedB, startB, endB) > endB - startB
      )
        return false
      usedA.fill(1, startA, endA)
      usedB.fill(1, startB, endB)
      return true
    })
}

function countOf(flags: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) count += flags[at] as number
  return count
}
