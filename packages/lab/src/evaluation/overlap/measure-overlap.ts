import { hashText } from '@penmark/detector/lab'
import { compareTexts, type Overlap, type SharingPair } from '@penmark/detector/overlap'
import type { Collection, Item } from '../../corpora/collection.ts'
import { sentencesOf } from '../../corpora/splices.ts'
import { Progress } from '../../progress.ts'
import { randomStream } from '../../sampling.ts'

/** What a copier does to a passage. */
export interface Change {
  name: string
  apply(passage: string, random: () => number): string
}

/** Replacements from everyday English, so that chance sequences are as likely as in real texts. */
const replacements =
  'people time thing work great often really small country problem school because money about never place under while house family people reason'.split(
    ' ',
  )

const replaced =
  (share: number) =>
  (passage: string, random: () => number): string =>
    passage
      .split(' ')
      .map((word) =>
        word !== '' && random() < share
          ? (replacements[Math.floor(random() * replacements.length)] as string)
          : word,
      )
      .join(' ')

/** Case, punctuation and quotation marks as another writer or program would type them. */
function retyped(passage: string): string {
  return passage
    .replaceAll(/[,;:"“”]/g, '')
    .replaceAll("'", '’')
    .replaceAll(/(?<=[.!?] )[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[.!?]/g, ' - ')
}

/** The two halves in the other order, a paragraph each. */
function moved(passage: string): string {
  const sentences = sentencesOf(passage)
  const half = Math.ceil(sentences.length / 2)
  return `${sentences.slice(half).join('').trim()}\n\n${sentences.slice(0, half).join('').trim()}`
}

export const changes: readonly Change[] = [
  { name: 'unchanged', apply: (passage) => passage },
  { name: 'case and punctuation changed', apply: retyped },
  { name: 'halves moved', apply: moved },
  { name: '5 % of the words replaced', apply: replaced(0.05) },
  { name: '10 % of the words replaced', apply: replaced(0.1) },
  {
    name: 'halves moved, case and punctuation changed, 10 % of the words replaced',
    apply: (passage, random) => replaced(0.1)(retyped(moved(passage)), random),
  },
  { name: '20 % of the words replaced', apply: replaced(0.2) },
  { name: '30 % of the words replaced', apply: replaced(0.3) },
]

/** The first sentences of a text with at least this many words together; null if it has fewer. */
function passageOf(text: string, words: number): string | null {
  const taken: string[] = []
  let count = 0
  for (const sentence of sentencesOf(text)) {
    taken.push(sentence)
    count += sentence.trim().split(' ').length
    if (count >= words) return taken.join('').trim()
  }
  return null
}

/** Spliced pairs of one kind: whether they are found, and how much of what was copied. */
export interface CopiedFigure {
  change: string
  /** Words of the copied passage, before the change. */
  words: number
  pairs: number
  found: number
  /** Share of the copied passages' characters that lie in found passages. */
  recall: number
  /**
   * Share of the characters of the passages found in the copying texts that were copied; null if none was
   * found.
   */
  precision: number | null
}

/**
 * Texts of different writers from which nothing was spliced: every pair is two people's own work, or copies
 * of one source.
 */
export interface NaturalFigure {
  source: string
  classes: number
  texts: number
  pairs: number
  found: number
  /** Pairs in which a text shares at least a tenth, or a quarter, of its words. */
  found_from_10: number
  found_from_25: number
}

/** What Dolos finds of the same texts. */
export interface DolosFigures {
  version: string
  /** What its pairs are ranked by: whichever finds more. */
  rank: 'similarity' | 'longest'
  /**
   * Pairs of the classes with nothing put in that reach its threshold: as many as this product finds there,
   * or fewer.
   */
  natural: number
  copied: Pick<CopiedFigure, 'change' | 'words' | 'pairs' | 'found'>[]
}

export interface OverlapFigures {
  seed: number
  class_size: number
  copied: CopiedFigure[]
  natural: NaturalFigure[]
  sources: { name: string; sha256: string }[]
  /** Only if it was measured. */
  dolos?: DolosFigures
}

/** Student writing on set topics. */
export const overlapSources = [
  'ellipse',
  'outfox',
  'seeflex',
  'ielts_scored',
  'asap_aes',
  'persuade1_fp2021',
] as const

const classSize = 30
const classesPerSource = 20
export const wordsRead = { fewest: 150, passages: [50, 100, 200] } as const

function compare(texts: readonly string[]): Overlap {
  const steps = compareTexts(texts)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Classes of texts on one topic where a source names its topics often enough, else of any texts of the
 * source.
 */
function classesOf(items: readonly Item[], seed: number): Item[][] {
  const byTopic = new Map<string, Item[]>()
  const ordered = items.toSorted(
    (a, b) => hashText(a.text.slice(0, 400), seed) - hashText(b.text.slice(0, 400), seed),
  )
  for (const item of ordered) {
    const topic = String(item.prompt_id ?? '')
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), item])
  }
  const ofOneTopic = [...byTopic.values()].flatMap((texts) => slices(texts))
  return (ofOneTopic.length >= 5 ? ofOneTopic : slices(ordered)).slice(0, classesPerSource)
}

function slices(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.floor(items.length / classSize) }, (_, nth) =>
    items.slice(nth * classSize, (nth + 1) * classSize),
  )
}

function measureNatural(source: string, classes: readonly Item[][]): NaturalFigure {
  const figure: NaturalFigure = {
    source,
    classes: classes.length,
    texts: 0,
    pairs: 0,
    found: 0,
    found_from_10: 0,
    found_from_25: 0,
  }
  for (const texts of classes) {
    const { pairs } = compare(texts.map(({ text }) => text))
    const from = (share: number) =>
      pairs.filter(({ share_a, share_b }) => Math.max(share_a, share_b) >= share).length
    figure.texts += texts.length
    figure.pairs += (texts.length * (texts.length - 1)) / 2
    figure.found += pairs.length
    figure.found_from_10 += from(0.1)
    figure.found_from_25 += from(0.25)
  }
  return figure
}

/** Characters of a range that lie in any of the passages on the second text's side. */
function covered(pair: SharingPair | undefined, start: number, end: number): number {
  return (pair?.passages ?? []).reduce(
    (sum, { b }) => sum + Math.max(0, Math.min(end, b.end) - Math.max(start, b.start)),
    0,
  )
}

interface Copied {
  donor: string
  copier: string
  /** The copied passage in the copier's text. */
  start: number
  end: number
}

/** Puts a changed passage of one text into the middle of another. */
export function copyInto(
  donor: string,
  host: string,
  words: number,
  change: Change,
  random: () => number,
): Copied | null {
  const passage = passageOf(donor, words)
  if (passage === null) return null
  const sentences = sentencesOf(host)
  const before = `${sentences
    .slice(0, sentences.length >> 1)
    .join('')
    .trim()}\n\n`
  const inserted = change.apply(passage, random)
  const after = `\n\n${sentences
    .slice(sentences.length >> 1)
    .join('')
    .trim()}`
  return {
    donor,
    copier: before + inserted + after,
    start: before.length,
    end: before.length + inserted.length,
  }
}

/** The texts of each class with a passage of the first put into the second. */
export function* plantInClasses(
  classes: readonly Item[][],
  words: number,
  change: Change,
  seed: number,
): Generator<{ copied: Copied; texts: string[] }> {
  const random = randomStream(seed + words)
  for (const [first, second, ...others] of classes) {
    const copied = copyInto(first?.text ?? '', second?.text ?? '', words, change, random)
    if (copied !== null)
      yield { copied, texts: [copied.donor, copied.copier, ...others.map(({ text }) => text)] }
  }
}

function measureCopied(
  classes: readonly Item[][],
  words: number,
  change: Change,
  seed: number,
): CopiedFigure {
  let [pairs, found, characters, recalled, shown, right] = [0, 0, 0, 0, 0, 0]
  for (const { copied, texts } of plantInClasses(classes, words, change, seed)) {
    const { pairs: all } = compare(texts)
    const pair = all.find(({ a, b }) => a === 0 && b === 1)
    const inside = covered(pair, copied.start, copied.end)
    pairs += 1
    found += pair === undefined ? 0 : 1
    characters += copied.end - copied.start
    recalled += inside
    shown += covered(pair, 0, copied.copier.length)
    right += inside
  }
  return {
    change: change.name,
    words,
    pairs,
    found,
    recall: recalled / Math.max(1, characters),
    precision: shown === 0 ? null : right / shown,
  }
}

/** Classes of student texts, by their source. */
export function overlapClasses({ items }: Collection, seed: number): Map<string, Item[][]> {
  const classes = new Map<string, Item[][]>()
  for (const name of overlapSources) {
    const usable = items.filter(
      ({ source, label, text }) =>
        source.name === name && label === 'human' && text.split(/\s+/).length >= wordsRead.fewest,
    )
    classes.set(name, classesOf(usable, seed))
  }
  return classes
}

/**
 * Measures what the comparison of a class finds of copied passages, and what it finds where nobody was made
 * to copy.
 */
export function measureOverlap(collection: Collection, seed: number): OverlapFigures {
  const classes = overlapClasses(collection, seed)
  const every = [...classes.values()].flat()
  const progress = new Progress('copy and compare', changes.length * wordsRead.passages.length)
  let done = 0
  const copied = wordsRead.passages.flatMap((words) =>
    changes.map((change) => {
      done += 1
      progress.at(done)
      return measureCopied(every, words, change, seed)
    }),
  )
  progress.end(`${every.length} classes`)
  return {
    seed,
    class_size: classSize,
    copied,
    natural: [...classes].map(([source, own]) => measureNatural(source, own)),
    sources: overlapSources.map((name) => ({ name, sha256: collection.hashes[name] ?? '' })),
  }
}
