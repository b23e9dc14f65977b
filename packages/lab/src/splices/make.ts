import { hashText } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { familyOf } from '../corpora/families.ts'
import { studentKinds } from '../corpora/sources.ts'
import { type SpliceShape, splice, spliceShapes } from './splice.ts'

/** A spliced text: `owner[i]` is 1 where character `i` is the machine's. */
export interface PlacedSplice {
  shape: SpliceShape | 'wholly machine-made'
  wanted: number
  text: string
  owner: Uint8Array
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
const wholeEvery = 3
const smallestWhole = 150

const wordsIn = (text: string): number => text.split(/\s+/).length

function placed(shape: PlacedSplice['shape'], wanted: number, parts: readonly { text: string; ai: boolean }[]): PlacedSplice {
  const text = parts.map((part) => part.text).join('')
  const owner = new Uint8Array(text.length)
  let at = 0
  for (const part of parts) {
    if (part.ai) owner.fill(1, at, at + part.text.length)
    at += part.text.length
  }
  return { shape, wanted, text, owner }
}

const shuffled = (items: readonly Item[], seed: number): Item[] =>
  [...items].sort((a, b) => hashText(a.text.slice(0, 400), seed) - hashText(b.text.slice(0, 400), seed))

/** Takes texts of each source in turn, so that a large source does not dominate its family. */
function inTurn(items: readonly Item[]): Item[] {
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
 * Up to `count` spliced texts of a family of sources, or of all given ones if `family` is null: dated writing of students with undisguised
 * essays, answers and debates of machines, and some of the latter whole.
 */
export function makeSplices(items: readonly Item[], family: number | null, count: number, seed: number): PlacedSplice[] {
  const here = items.filter(({ source }) => family === null || familyOf(source.name) === family)
  const humans = inTurn(
    shuffled(
      here.filter((item) => item.label === 'human' && studentKinds.has(item.source.kind) && isDated(item)),
      seed,
    ),
  ).filter(({ text }) => wordsIn(text) >= 200)
  const machines = inTurn(
    shuffled(
      here.filter(
        ({ label, source, attack }) =>
          label === 'ai' && attack === undefined && (studentKinds.has(source.kind) || source.kind === 'debate' || source.kind === 'answer'),
      ),
      seed,
    ),
  ).filter(({ text }) => wordsIn(text) >= smallestWhole)
  const splices: PlacedSplice[] = []
  let human = 0
  for (let i = 0; splices.length < count && i < machines.length; i++) {
    const machine = machines[i] as Item
    if (splices.length % wholeEvery === 0) {
      splices.push(placed('wholly machine-made', wordsIn(machine.text), [{ text: machine.text, ai: true }]))
      continue
    }
    const shape = spliceShapes[i % spliceShapes.length] as SpliceShape
    const [wanted, total] = sizes[Math.floor(i / spliceShapes.length) % sizes.length] as readonly [number, number]
    const made = fill(humans, human, machine.text, shape, wanted, total)
    if (made === null) continue
    human = made.next
    splices.push(placed(shape, wanted, made.parts))
  }
  return splices
}

const tries = 40

/** Splices into the next person's text that is long enough. */
function fill(humans: readonly Item[], from: number, machine: string, shape: SpliceShape, wanted: number, total: number) {
  for (let k = 0; k < Math.min(tries, humans.length); k++) {
    const at = (from + k) % humans.length
    const made = splice((humans[at] as Item).text, machine, shape, wanted, total)
    if (made !== null) return { parts: made.parts, next: at + 1 }
  }
  return null
}
