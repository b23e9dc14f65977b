import { hashText } from '../features/hash.ts'
import { type ComparableText, ignoreQuotations, readWords } from './comparable-text.ts'
import { ignoreRuns } from './compare-texts.ts'
import { fingerprintWords, runHashes, winnow } from './fingerprints.ts'

/** Changes when the same text would get other fingerprints, so that kept ones are made again. */
export const fingerprintVersion = 1

/**
 * Fingerprints that are kept of one text at most, whatever its length. Measured (docs/reliability.md), they
 * take 3 kB of tables and indexes.
 */
const mostKept = 32
/** Of a short text, one of so many winnowed runs is kept: every twelfth word begins one. */
const runsPerKept = 5
/** Fingerprints of one text that are looked up at most. */
const mostLookedUp = 2_000

const seed = 2_166_136_261

/** Words as hashes of themselves, which are the same in every run of the program. */
function readStable(text: string): ComparableText {
  return readWords(text, (normalised) => hashText(normalised, seed) >>> 1)
}

/**
 * Fingerprints of a text to keep: runs spread evenly over the whole text, so that every copied passage longer
 * than the distance of two contains one. Those who look a passage up try all its runs, so both texts need not
 * choose the same ones. Of neighbouring runs the longest words are kept, which are seldom an idiom.
 */
export function fingerprintsToKeep(text: string): number[] {
  const read = readStable(text)
  ignoreQuotations(text, read)
  const { hashes, positions } = winnow(runHashes(read.words))
  const firstOf = new Map<number, number>()
  hashes.forEach((hash, nth) => {
    if (!firstOf.has(hash)) firstOf.set(hash, positions[nth] as number)
  })
  // What is repeated counts once, so that it takes no place from the rest of the text.
  const runs = [...firstOf].map(([hash, position]) => ({ hash, characters: charactersOf(read, position) }))
  const wanted = Math.min(mostKept, Math.ceil(runs.length / runsPerKept))
  return Array.from({ length: wanted }, (_, nth) => {
    const middle = Math.floor(((nth + 0.5) * runs.length) / wanted)
    const near = runs.slice(Math.max(0, middle - 1), middle + 2)
    return near.reduce((longest, run) => (run.characters > longest.characters ? run : longest)).hash
  })
}

function charactersOf({ starts, ends }: ComparableText, position: number): number {
  return (ends[position + fingerprintWords - 1] as number) - (starts[position] as number)
}

/**
 * All fingerprints of a text to look up, without quotations and the text of the assignment; those of a very
 * long text are thinned out evenly.
 */
export function fingerprintsToLookUp(text: string, assignment = ''): number[] {
  const read = readStable(text)
  ignoreQuotations(text, read)
  if (assignment !== '') ignoreRuns(read.words, new Set(runHashes(readStable(assignment).words)))
  const all = [...new Set(winnow(runHashes(read.words)).hashes)]
  const step = Math.max(1, all.length / mostLookedUp)
  return Array.from(
    { length: Math.min(all.length, mostLookedUp) },
    (_, nth) => all[Math.floor(nth * step)] as number,
  )
}
