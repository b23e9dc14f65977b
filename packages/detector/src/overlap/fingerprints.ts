import { extend } from '../features/hash.ts'
import { ignoredWord } from './comparable-text.ts'

/** Words in a fingerprint. Shorter ones would match idioms; with one word in ten replaced, 59 % of runs of five words stay intact. */
export const fingerprintWords = 5
/** Of each so many neighbouring runs one is kept, so that two texts that share eight words in a row always share a fingerprint. */
const windowSize = 4
const hashBits = 30

export interface Fingerprints {
  hashes: Int32Array
  /** The first word of each. */
  positions: Int32Array
}

/** A hash for each run of five words; -1 where one of them is ignored. */
export function runHashes(words: Int32Array): Int32Array {
  const runs = Math.max(0, words.length - fingerprintWords + 1)
  const hashes = new Int32Array(runs)
  let lastIgnored = -1
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] === ignoredWord) lastIgnored = at
    const start = at - fingerprintWords + 1
    if (start < 0) continue
    if (lastIgnored >= start) {
      hashes[start] = -1
      continue
    }
    let hash = 0
    for (let nth = 0; nth < fingerprintWords; nth += 1) hash = extend(hash, words[start + nth] as number, nth + 1)
    hashes[start] = hash >>> (32 - hashBits)
  }
  return hashes
}

/**
 * Winnowing (Schleimer, Wilkerson and Aiken 2003): the smallest hash of each window, the last of equal ones. Texts that share a run choose the same
 * fingerprints in it, wherever it stands.
 */
export function winnow(hashes: Int32Array): Fingerprints {
  const kept: number[] = []
  let chosen = -1
  const windows = Math.max(Math.min(1, hashes.length), hashes.length - windowSize + 1)
  for (let start = 0; start < windows; start += 1) {
    const end = Math.min(start + windowSize, hashes.length)
    let least = -1
    for (let at = start; at < end; at += 1) {
      const hash = hashes[at] as number
      if (hash >= 0 && (least < 0 || hash <= (hashes[least] as number))) least = at
    }
    if (least >= 0 && least !== chosen) {
      chosen = least
      kept.push(least)
    }
  }
  return { positions: Int32Array.from(kept), hashes: Int32Array.from(kept, (at) => hashes[at] as number) }
}
