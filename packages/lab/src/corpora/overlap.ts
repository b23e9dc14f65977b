import { hashText, mix } from '@penmark/detector/lab'

const shingleWords = 6
/** One in this many shingles is kept, the same ones in every text. */
const sampling = 8
/** A shingle in more texts than this is a prompt or a stock phrase. */
const commonFrom = 40
/** Texts that share this much of the smaller one's shingles count as one text. */
const sameShare = 0.25
const seed = 77

const word = /[\p{L}\p{N}]+/gu

/** Sampled hashes of the text's six-word sequences, without duplicates. */
export function shingles(text: string): Uint32Array {
  const words = (text.toLowerCase().match(word) ?? []).map((item) => hashText(item, seed))
  const kept = new Set<number>()
  for (let i = 0; i + shingleWords <= words.length; i++) {
    let hash = 0
    for (let k = 0; k < shingleWords; k++) hash = mix((Math.imul(hash, 31) + (words[i + k] as number)) | 0)
    if (hash % sampling === 0) kept.add(hash)
  }
  return Uint32Array.from(kept)
}

/** Groups near-duplicates. Returns one cluster number per text; texts of one cluster share it. */
export function clusterTexts(all: readonly Uint32Array[]): Int32Array {
  const holders = new Map<number, number[]>()
  all.forEach((set, index) => {
    for (const shingle of set) {
      const list = holders.get(shingle)
      if (list === undefined) holders.set(shingle, [index])
      else if (list.length <= commonFrom) list.push(index)
    }
  })
  const parent = Int32Array.from(all, (_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number
      at = parent[at] as number
    }
    return at
  }
  const shared = new Map<number, number>()
  all.forEach((set, index) => {
    shared.clear()
    for (const shingle of set) {
      const list = holders.get(shingle) ?? []
      if (list.length > commonFrom) continue
      for (const other of list) if (other < index) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    for (const [other, count] of shared) {
      const smaller = Math.min(set.length, (all[other] as Uint32Array).length)
      if (count >= 2 && count >= sameShare * smaller) {
        const a = root(index)
        const b = root(other)
        if (a !== b) parent[Math.max(a, b)] = Math.min(a, b)
      }
    }
  })
  return parent.map((_, i) => root(i))
}
