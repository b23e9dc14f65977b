import { hashText, mix } from '@penmark/detector/lab'
import { Progress } from '../progress.ts'
import { randomStream, shuffle } from '../sampling.ts'
import { type CorpusText, isAudited, readCorpus } from './read.ts'
import { type Source, sources } from './sources.ts'

/** A text with its role in the study. */
export interface Item extends CorpusText {
  source: Source
  /** Texts of one cluster are near-duplicates, across all sources. */
  cluster: number
  /** 0…9, equal for all texts of a cluster and of a prompt, so that folds never share either. */
  fold: number
  /** What the text may be used for. Test texts, and everything that overlaps them, are never `train`. */
  use: 'train' | 'test' | 'audited' | 'dropped'
}

export interface Collection {
  items: Item[]
  hashes: Record<string, string>
  /** Texts excluded from training because they overlap a test source, by source. */
  overlapping: Record<string, number>
}

interface CollectOptions {
  folder: string
  seed: number
  /** Texts per source and label. */
  cap: number
  lowCap: number
  /** Only these sources, for tests. */
  only?: readonly string[]
}

/** A source with fewer prompts is split by text, because its prompts are topics that many writers share. */
const manyPrompts = 40

/** Debate turns of one model answer each other, so only the opening turn is independent. */
function standsAlone(source: Source, text: CorpusText): boolean {
  return source.name !== 'lechmazur_persuasion' || text.meta?.turn === 'Turn 1'
}

function sample(source: Source, texts: CorpusText[], options: CollectOptions): CorpusText[] {
  const random = randomStream(hashText(source.name, options.seed))
  const limit =
    source.use === 'test' ? Number.POSITIVE_INFINITY : source.use === 'low' ? options.lowCap : options.cap
  const taken = new Map<string, number>()
  return shuffle(
    texts.filter((text) => standsAlone(source, text)),
    random,
  ).filter(({ label }) => {
    const count = taken.get(label) ?? 0
    taken.set(label, count + 1)
    return count < limit
  })
}

/**
 * Reads and samples every source, finds near-duplicates across all of them and decides how each text may be
 * used.
 */
export function collect(options: CollectOptions): Collection {
  const chosen = sources.filter(({ name }) => options.only === undefined || options.only.includes(name))
  const items: Item[] = []
  const hashes: Record<string, string> = {}
  const reading = new Progress('read the sources', chosen.length)
  chosen.forEach((source, index) => {
    const file = readCorpus(options.folder, source.name)
    hashes[source.name] = file.sha256
    for (const text of sample(source, file.texts, options))
      items.push({ ...text, source, cluster: 0, fold: 0, use: 'train' })
    reading.at(index + 1)
  })
  reading.end(`${items.length} texts`)

  const clustering = new Progress('find near-duplicates', items.length)
  const clusters = clusterTexts(
    items.map((item, index) => {
      clustering.at(index)
      return shingles(item.text)
    }),
  )
  items.forEach((item, index) => {
    item.cluster = clusters[index] as number
  })
  const overlapping = assignUses(items)
  assignFolds(items, options.seed)
  clustering.end(`${Object.values(overlapping).reduce((sum, n) => sum + n, 0)} overlap a test source`)
  return { items, hashes, overlapping }
}

function assignUses(items: Item[]): Record<string, number> {
  const tested = new Set(items.filter(({ source }) => source.use === 'test').map(({ cluster }) => cluster))
  const overlapping: Record<string, number> = {}
  const firstSource = new Map<string, string>()
  for (const item of items) {
    if (item.source.use === 'test') {
      item.use = 'test'
      continue
    }
    if (isAudited(item.source.name, item)) {
      item.use = 'audited'
      continue
    }
    if (tested.has(item.cluster)) {
      item.use = 'dropped'
      overlapping[item.source.name] = (overlapping[item.source.name] ?? 0) + 1
      continue
    }
    const key = `${item.cluster} ${item.label}`
    const first = firstSource.get(key)
    if (first === undefined) firstSource.set(key, item.source.name)
    else if (first !== item.source.name) item.use = 'dropped'
  }
  return overlapping
}

function assignFolds(items: Item[], seed: number): void {
  const prompts = new Map<string, Set<unknown>>()
  for (const item of items) {
    const set = prompts.get(item.source.name) ?? new Set()
    if (item.prompt_id !== undefined) set.add(item.prompt_id)
    prompts.set(item.source.name, set)
  }
  const keyOf = (item: Item): string =>
    item.prompt_id !== undefined && (prompts.get(item.source.name)?.size ?? 0) >= manyPrompts
      ? `${item.source.name} ${item.prompt_id}`
      : `cluster ${item.cluster}`
  const foldOfCluster = new Map<number, number>()
  for (const item of items) {
    const known = foldOfCluster.get(item.cluster)
    item.fold = known ?? (hashText(keyOf(item), seed) >>> 8) % 10
    if (known === undefined) foldOfCluster.set(item.cluster, item.fold)
  }
}

/** The first texts of each group, in an order that depends only on the text. */
export function sampleBy<T extends { item: Item } | Item>(
  all: readonly T[],
  groupOf: (one: T) => string,
  count: number,
): T[] {
  const itemOf = (one: T): Item => ('item' in one ? one.item : one)
  const taken = new Map<string, number>()
  return [...all]
    .map((one) => ({ one, order: hashText(itemOf(one).text.slice(0, 400), 97) }))
    .sort((a, b) => a.order - b.order)
    .filter(({ one }) => {
      const group = groupOf(one)
      const n = taken.get(group) ?? 0
      taken.set(group, n + 1)
      return n < count
    })
    .map(({ one }) => one)
}

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
