import { describePlaces, hashText, type PlaceModel, type Predictor, placeFeatures, placeLogOdds, read } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { grouped } from '../grouped.ts'
import { Progress } from '../progress.ts'
import { randomStream } from '../random.ts'
import { solve } from './solve.ts'

/** Texts put together per source, and how long a half must be to take part. */
const mixesPerSource = 120
const smallestHalf = 700
const stay = 0.9
/** A text that a person and a machine wrote, put together from one of each. */
interface Mix {
  source: string
  parts: { text: string; ai: boolean }[]
}

const sentence = /[^.!?]+[.!?]+["')\]]*\s*/g
const sentencesOf = (text: string): string[] => text.replace(/\s+/g, ' ').match(sentence) ?? [text]

/** Four ways to share a text: the machine ends it, fills its middle, helps all along, or begins it. */
function mix(source: string, human: string, machine: string, way: number, random: () => number): Mix {
  const rest = { human: sentencesOf(human).slice(0, 30), machine: sentencesOf(machine).slice(0, 30) }
  const parts: Mix['parts'] = []
  const take = (from: 'human' | 'machine', least: number, spread: number): void => {
    const text = rest[from].splice(0, least + Math.floor(random() * spread)).join('')
    if (text !== '') parts.push({ text: /\s$/.test(text) ? text : `${text} `, ai: from === 'machine' })
  }
  if (way === 0) {
    take('human', 3, 10)
    take('machine', 3, 10)
  } else if (way === 1) {
    take('human', 2, 6)
    take('machine', 3, 8)
    take('human', 2, 6)
  } else if (way === 2) {
    for (let k = 0; k < 5; k++) {
      take('human', 1, 4)
      take('machine', 1, 3)
    }
  } else {
    take('machine', 2, 6)
    take('human', 3, 8)
  }
  return { source, parts }
}

/** Mixes from texts that no model has learned from, a person's and a machine's of one source in each. */
function makeMixes(items: readonly Item[], seed: number): Mix[] {
  const long = items.filter(({ text }) => text.length > smallestHalf)
  const ordered = [...long].sort((a, b) => hashText(a.text.slice(0, 400), seed) - hashText(b.text.slice(0, 400), seed))
  return [...grouped(ordered, ({ source }) => source.name)].flatMap(([name, list]) => {
    const human = list.filter(({ label }) => label === 'human')
    const machine = list.filter(({ label }) => label === 'ai')
    const random = randomStream(hashText(name, seed))
    const count = Math.min(human.length, machine.length, mixesPerSource)
    return Array.from({ length: count }, (_, i) => mix(name, (human[i] as Item).text, (machine[i] as Item).text, i % 4, random))
  })
}

interface Described {
  features: Float64Array[]
  ai: boolean[]
}

function describe(predictor: Predictor, parts: Mix['parts']): Described {
  const text = parts.map((part) => part.text).join('')
  const owner = new Uint8Array(text.length)
  let at = 0
  for (const part of parts) {
    if (part.ai) owner.fill(1, at, at + part.text.length)
    at += part.text.length
  }
  const reading = read(text)
  const prepared = predictor.prepare(reading.tokens)
  const sentences = reading.paragraphs.flatMap((paragraph) => paragraph.sentences).filter(({ from, to }) => to > from)
  return {
    features: describePlaces(predictor, prepared, sentences, predictor.logOdds(prepared)),
    ai: sentences.map(({ start, end }) => {
      let machine = 0
      for (let i = start; i < end; i++) machine += owner[i] as number
      return machine * 2 > end - start
    }),
  }
}

/** Logistic regression by Newton's steps, with a little shrinking. */
function regress(rows: readonly { features: Float64Array; ai: boolean }[]): { weights: number[]; bias: number } {
  const size = placeFeatures + 1
  const weights = new Float64Array(size)
  for (let step = 0; step < 12; step++) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, (_, i) => new Float64Array(size).fill(0).map((_, k) => (i === k ? 1 : 0)))
    for (let i = 0; i < size - 1; i++) gradient[i] = -(weights[i] as number)
    for (const { features, ai } of rows) {
      const x = [...features, 1]
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)))
      const slope = p * (1 - p)
      for (let i = 0; i < size; i++) {
        gradient[i] = (gradient[i] as number) + ((ai ? 1 : 0) - p) * (x[i] as number)
        const row = curvature[i] as Float64Array
        for (let k = 0; k < size; k++) row[k] = (row[k] as number) + slope * (x[i] as number) * (x[k] as number)
      }
    }
    solve(curvature, gradient).forEach((change, i) => {
      weights[i] = (weights[i] as number) + change
    })
  }
  const round = (value: number): number => Number(value.toPrecision(6))
  return { weights: Array.from(weights.subarray(0, placeFeatures), round), bias: round(weights[placeFeatures] as number) }
}

/** The cut of a list of log-odds at which the mean F1 of both labels is highest. */
function balancedCut(told: readonly { odds: number; ai: boolean }[]): number {
  const sorted = [...told].sort((a, b) => a.odds - b.odds)
  const machines = told.filter(({ ai }) => ai).length
  let best = 0
  let cut = 0
  let humanBelow = 0
  let machineBelow = 0
  for (const { odds, ai } of sorted) {
    if (ai) machineBelow++
    else humanBelow++
    const machineAbove = machines - machineBelow
    const below = humanBelow + machineBelow
    const f1 = (2 * humanBelow) / (below + told.length - machines) + (2 * machineAbove) / (told.length - below + machines)
    if (f1 > best) {
      best = f1
      cut = odds
    }
  }
  return cut
}

/** Fits how windows speak about a sentence on mixes of `kept` texts, judged by models that have seen nothing of their family. */
export function fitPlaces(kept: readonly Item[], predictorOf: (source: string) => Predictor, seed: number): PlaceModel {
  const progress = new Progress('fit places', 1)
  const mixes = makeMixes(kept, seed).map(({ source, parts }) => describe(predictorOf(source), parts))
  const rows = mixes.flatMap(({ features, ai }) => features.map((one, i) => ({ features: one, ai: ai[i] === true })))
  const linear: PlaceModel = { ...regress(rows), stay, balanced: 0 }
  const balanced = balancedCut(
    mixes.flatMap(({ features, ai }) => placeLogOdds(linear, features).map((odds, i) => ({ odds, ai: ai[i] === true }))),
  )
  progress.end(`${mixes.length} mixes, ${rows.length} sentences`)
  return { ...linear, balanced: Number(balanced.toPrecision(6)) }
}
