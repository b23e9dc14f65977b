import { ignoredWord } from './comparable-text.ts'
import { fingerprintWords, runHashes } from './fingerprints.ts'

/** An unbroken run of equal words, by its first word in each text. */
interface EqualRun {
  a: number
  b: number
  length: number
}

/** Runs of equal words that follow each other in both texts, with single differing words between them. */
export type Stretch = readonly EqualRun[]

/** So many words must be equal after a differing one before another may differ. */
const equalBetween = 7
/** How often the same run of one text is compared, because a text may repeat a sentence endlessly. */
const repeatsCompared = 4
/** Word comparisons per word of the two texts, to limit the work on repetitive texts. */
const comparisonsPerWord = 30
/** Words to skip in each text: one was replaced, added or left out. */
const skips = [
  [1, 1],
  [0, 1],
  [1, 0],
] as const

/**
 * The stretches that two texts share almost word for word. Unlike `findPassages`, it has no threshold of
 * density and needs no chosen fingerprint: one more equal word makes what is found one word longer and never
 * decides over the rest. What is told of a colleague's text depends on that.
 */
export function findStretches(a: Int32Array, b: Int32Array): Stretch[] {
  const inB = placesOf(runHashes(b))
  const found: Stretch[] = []
  /** By the distance of the two places, up to which word of the first text runs were found. */
  const done = new Map<number, number>()
  let comparisons = comparisonsPerWord * (a.length + b.length)
  runHashes(a).forEach((hash, at) => {
    for (const place of inB.get(hash) ?? []) {
      if (comparisons <= 0) return
      if ((done.get(place - at) ?? 0) > at) continue
      const stretch = stretchAround(a, b, at, place)
      // Different words can have the same hash.
      if (stretch === null) continue
      found.push(stretch)
      for (const run of stretch) {
        done.set(run.b - run.a, Math.max(done.get(run.b - run.a) ?? 0, run.a + run.length))
        comparisons -= run.length
      }
    }
  })
  return found
}

function placesOf(hashes: Int32Array): Map<number, number[]> {
  const places = new Map<number, number[]>()
  hashes.forEach((hash, at) => {
    if (hash < 0) return
    const known = places.get(hash)
    if (known === undefined) places.set(hash, [at])
    else if (known.length < repeatsCompared) known.push(at)
  })
  return places
}

const isSame = (a: Int32Array, b: Int32Array, i: number, j: number): boolean =>
  i >= 0 && j >= 0 && i < a.length && j < b.length && a[i] !== ignoredWord && a[i] === b[j]

/** How many equal words follow from a place in each text, forwards or backwards. */
function countEqual(a: Int32Array, b: Int32Array, i: number, j: number, step: 1 | -1, most = a.length) {
  let equal = 0
  while (equal < most && isSame(a, b, i + step * equal, j + step * equal)) equal += 1
  return equal
}

function stretchAround(a: Int32Array, b: Int32Array, i: number, j: number): Stretch | null {
  const after = countEqual(a, b, i, j, 1)
  if (after < fingerprintWords) return null
  const before = countEqual(a, b, i - 1, j - 1, -1)
  const run = { a: i - before, b: j - before, length: before + after }
  return [...continued(a, b, run, -1).toReversed(), run, ...continued(a, b, run, 1)]
}

/** The runs that follow one past single differing words, forwards or backwards, the nearest first. */
function continued(a: Int32Array, b: Int32Array, from: EqualRun, step: 1 | -1): EqualRun[] {
  const runs: EqualRun[] = []
  let last = from
  while (last.length >= equalBetween) {
    const [i, j] = step === 1 ? [last.a + last.length, last.b + last.length] : [last.a - 1, last.b - 1]
    const next = skips
      .map(([skipA, skipB]) => {
        const [startA, startB] = [i + step * skipA, j + step * skipB]
        return { startA, startB, equal: countEqual(a, b, startA, startB, step, equalBetween) }
      })
      .reduce((best, one) => (one.equal > best.equal ? one : best))
    if (next.equal === 0) break
    const length = countEqual(a, b, next.startA, next.startB, step)
    last =
      step === 1
        ? { a: next.startA, b: next.startB, length }
        : { a: next.startA - length + 1, b: next.startB - length + 1, length }
    runs.push(last)
  }
  return runs
}
