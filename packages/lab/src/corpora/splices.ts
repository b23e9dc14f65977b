import { hashText } from '@penmark/detector/lab'
import type { Item } from './collection.ts'
import { isDated } from './dated.ts'
import { familyOf } from './families.ts'
import { studentKinds } from './sources.ts'

/** A stretch of a spliced text by one author. */
export interface SplicePart {
  text: string
  ai: boolean
}

/** Where the other author's sentences go. */
export const spliceShapes = ['start', 'middle', 'end', 'two inserts', 'human sentences between'] as const
export type SpliceShape = (typeof spliceShapes)[number]

/** Where a machine wrote three of six paragraphs. */
export const halfPlaces = ['beginning', 'middle', 'end', 'every second paragraph'] as const
export type HalfPlace = (typeof halfPlaces)[number]

/** A text made from one by a person and one by a machine. */
export interface Splice {
  shape: SpliceShape
  /** The requested number of words by the machine. */
  wanted: number
  parts: SplicePart[]
}

const sentence = /[^.!?]+[.!?]+["')\]]*\s*/g

/** Sentences of a single-line text, each with the space after it. */
export function sentencesOf(text: string): string[] {
  const line = text.replace(/\s+/g, ' ').trim()
  return (line.match(sentence) ?? [line]).map((one) => `${one.trim()} `)
}

const wordsOf = (sentences: readonly string[]): number =>
  sentences.reduce((sum, one) => sum + one.split(' ').length - 1, 0)

/** The first sentences with at least this many words in total; fewer if the text ends. */
function take(sentences: readonly string[], words: number): string[] {
  const taken: string[] = []
  for (let i = 0; i < sentences.length && wordsOf(taken) < words; i++) taken.push(sentences[i] as string)
  return taken
}

const part = (sentences: readonly string[], ai: boolean): SplicePart[] =>
  sentences.length === 0 ? [] : [{ text: sentences.join(''), ai }]

/** The index of the sentence before which about this share of the words is. */
function indexAt(sentences: readonly string[], share: number): number {
  const goal = share * wordsOf(sentences)
  let index = 0
  for (let words = 0; index < sentences.length && words < goal; index++)
    words += wordsOf([sentences[index] as string])
  return index
}

/**
 * Splices this many words of the machine's text into the person's, cut so that the result has about `total`
 * words. Null if either text is too short.
 */
export function splice(
  human: string,
  machine: string,
  shape: SpliceShape,
  wanted: number,
  total: number,
): Splice | null {
  const inserted = take(sentencesOf(machine), wanted)
  const host = take(sentencesOf(human), total - wanted)
  if (wordsOf(inserted) < wanted || wordsOf(host) < 0.8 * (total - wanted) || host.length < 4) return null
  const cut = (share: number): [string[], string[]] => [
    host.slice(0, indexAt(host, share)),
    host.slice(indexAt(host, share)),
  ]
  if (shape === 'start') return { shape, wanted, parts: [...part(inserted, true), ...part(host, false)] }
  if (shape === 'end') return { shape, wanted, parts: [...part(host, false), ...part(inserted, true)] }
  if (shape === 'middle') {
    const [before, after] = cut(0.5)
    return { shape, wanted, parts: [...part(before, false), ...part(inserted, true), ...part(after, false)] }
  }
  const half = indexAt(inserted, 0.5)
  const [first, second] = [inserted.slice(0, half), inserted.slice(half)]
  const [before] = cut(1 / 3)
  const [beforeSecond, after] = cut(2 / 3)
  const between = beforeSecond.slice(before.length)
  if (shape === 'two inserts')
    return {
      shape,
      wanted,
      parts: [
        ...part(before, false),
        ...part(first, true),
        ...part(between, false),
        ...part(second, true),
        ...part(after, false),
      ],
    }
  const firstCut = indexAt(inserted, 0.25)
  const secondCut = indexAt(inserted, 0.7)
  const [opening, closing] = cut(0.5)
  return {
    shape,
    wanted,
    parts: [
      ...part(inserted.slice(0, firstCut), true),
      ...part(opening, false),
      ...part(inserted.slice(firstCut, secondCut), true),
      ...part(closing, false),
      ...part(inserted.slice(secondCut), true),
    ],
  }
}

/** A spliced text. `isMachine[i]` is 1 if the machine wrote character `i`, else 0. */
export interface LabelledSplice {
  shape: SpliceShape | HalfPlace | 'one insert' | 'wholly machine-made'
  wanted: number
  text: string
  isMachine: Uint8Array
}

/** Words by the machine, and of the whole text. */
const sizes: readonly (readonly [wanted: number, total: number])[] = [
  [50, 600],
  [100, 600],
  [150, 600],
  [250, 600],
  [250, 800],
  [400, 800],
  [600, 800],
]
/** One text in this many is entirely the machine's. */
const wholeInterval = 3
const minMachineWords = 150

const wordsIn = (text: string): number => text.split(/\s+/).length

export function labelledSplice(
  shape: LabelledSplice['shape'],
  wanted: number,
  parts: readonly { text: string; ai: boolean }[],
): LabelledSplice {
  const text = parts.map((part) => part.text).join('')
  const isMachine = new Uint8Array(text.length)
  let at = 0
  for (const part of parts) {
    if (part.ai) isMachine.fill(1, at, at + part.text.length)
    at += part.text.length
  }
  return { shape, wanted, text, isMachine }
}

const shuffled = (items: readonly Item[], seed: number): Item[] =>
  [...items].sort((a, b) => hashText(a.text.slice(0, 400), seed) - hashText(b.text.slice(0, 400), seed))

/** In an order that depends only on the texts, each source in turn. */
export const inOrder = (items: readonly Item[], seed: number): Item[] => roundRobin(shuffled(items, seed))

/** Takes texts of each source in turn, so that a large source does not dominate its family. */
function roundRobin(items: readonly Item[]): Item[] {
  const rank = new Map<string, number>()
  return items
    .map((item) => {
      const at = rank.get(item.source.name) ?? 0
      rank.set(item.source.name, at + 1)
      return { item, at }
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/**
 * Up to `count` spliced texts of a family of sources, or of all given ones if `family` is null: dated writing
 * of students with undisguised essays, answers and debates of machines, and some of the latter whole.
 */
export function makeSplices(
  items: readonly Item[],
  family: number | null,
  count: number,
  seed: number,
): LabelledSplice[] {
  const here = items.filter(({ source }) => family === null || familyOf(source.name) === family)
  const humans = roundRobin(
    shuffled(
      here.filter((item) => item.label === 'human' && studentKinds.has(item.source.kind) && isDated(item)),
      seed,
    ),
  ).filter(({ text }) => wordsIn(text) >= 200)
  const machines = roundRobin(
    shuffled(
      here.filter(
        ({ label, source, attack }) =>
          label === 'ai' &&
          attack === undefined &&
          (studentKinds.has(source.kind) || source.kind === 'debate' || source.kind === 'answer'),
      ),
      seed,
    ),
  ).filter(({ text }) => wordsIn(text) >= minMachineWords)
  const splices: LabelledSplice[] = []
  let human = 0
  for (let i = 0; splices.length < count && i < machines.length; i++) {
    const machine = machines[i] as Item
    if (splices.length % wholeInterval === 0) {
      splices.push(
        labelledSplice('wholly machine-made', wordsIn(machine.text), [{ text: machine.text, ai: true }]),
      )
      continue
    }
    const shape = spliceShapes[i % spliceShapes.length] as SpliceShape
    const [wanted, total] = sizes[Math.floor(i / spliceShapes.length) % sizes.length] as readonly [
      number,
      number,
    ]
    const made = spliceIntoNextHuman(humans, human, machine.text, shape, wanted, total)
    if (made === null) continue
    human = made.next
    splices.push(labelledSplice(shape, wanted, made.parts))
  }
  return splices
}

const tries = 40

/**
 * Splices into the next person's text that is long enough; null if none of the next `tries` texts is. `next`
 * is where to continue.
 */
function spliceIntoNextHuman(
  humans: readonly Item[],
  from: number,
  machine: string,
  shape: SpliceShape,
  wanted: number,
  total: number,
) {
  for (let k = 0; k < Math.min(tries, humans.length); k++) {
    const at = (from + k) % humans.length
    const made = splice((humans[at] as Item).text, machine, shape, wanted, total)
    if (made !== null) return { parts: made.parts, next: at + 1 }
  }
  return null
}
