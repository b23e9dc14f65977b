import {
  type ClassifiedKind,
  classifiedKinds,
  hashText,
  type KindHead,
  kindMeasures,
  kindProbabilities,
  measureKind,
  read,
  tokenFacts,
} from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { familyCount, familyOf } from '../corpora/families.ts'
import type { TextKind } from '../corpora/sources.ts'
import { Progress } from '../progress.ts'
import { randomStream, shuffle } from '../sampling.ts'

const bySourceKind: Readonly<Partial<Record<TextKind, ClassifiedKind>>> = {
  school: 'school-essay',
  essay: 'school-essay',
  debate: 'school-essay',
  learner: 'learner',
  university: 'academic',
  reflective: 'other',
  personal: 'other',
  formal: 'academic',
  story: 'narrative',
  informal: 'other',
  news: 'other',
  speech: 'other',
  answer: 'other',
}
const byDomain: Readonly<Record<string, ClassifiedKind>> = {
  story: 'narrative',
  essay: 'school-essay',
  abstract: 'abstract',
  news: 'other',
  review: 'other',
  qa: 'other',
  wiki: 'other',
}

/** The kind of writing of a text; null if its source does not tell. */
function kindOfItem({ source, domain }: Item): ClassifiedKind | null {
  if (source.kind === 'abstract') return domain === 'abstract' ? 'abstract' : 'academic'
  if (source.kind === 'university') return domain === 'qa' ? 'other' : 'academic'
  if ((source.kind === 'other' || source.kind === 'answer') && domain !== undefined)
    return byDomain[domain] ?? bySourceKind[source.kind] ?? null
  return bySourceKind[source.kind] ?? null
}

const perSourceAndLabel = 500
const epochs = 12
const rate = 0.15

interface Row {
  source: string
  ai: boolean
  kind: number
  measures: Float64Array
}

/** Up to a maximum of texts per source and label, in an order that depends only on the text. */
function chooseRows(items: readonly Item[]): Row[] {
  const taken = new Map<string, number>()
  const progress = new Progress('measure kinds of writing', 1)
  const rows = items
    .map((item) => ({ item, kind: kindOfItem(item), order: hashText(item.text.slice(0, 400), 61) }))
    .sort((a, b) => a.order - b.order)
    .flatMap(({ item, kind }): Row[] => {
      const key = `${item.source.name} ${item.label}`
      const n = taken.get(key) ?? 0
      if (kind === null || n >= perSourceAndLabel) return []
      taken.set(key, n + 1)
      const facts = tokenFacts(read(item.text).tokens.slice(0, 600))
      const measures = new Float64Array(kindMeasures)
      measureKind(facts, 0, facts.size, measures)
      return [
        { source: item.source.name, ai: item.label === 'ai', kind: classifiedKinds.indexOf(kind), measures },
      ]
    })
  progress.end(`${rows.length} texts`)
  return rows
}

/**
 * Kinds are weighted equally, within each both labels, and within those sources by the root of their size, so
 * that no label indicates a kind.
 */
function weigh(rows: readonly Row[]): Float64Array {
  const sizes = new Map<string, number>()
  const key = ({ source, ai, kind }: Row): string => `${kind} ${ai} ${source}`
  for (const row of rows) sizes.set(key(row), (sizes.get(key(row)) ?? 0) + 1)
  const weights = Float64Array.from(rows, (row) => 1 / Math.sqrt(sizes.get(key(row)) ?? 1))
  for (let kind = 0; kind < classifiedKinds.length; kind++) {
    for (const ai of [false, true]) {
      const isHere = (row: Row): boolean => row.kind === kind && row.ai === ai
      const sum = rows.reduce((total, row, i) => (isHere(row) ? total + (weights[i] as number) : total), 0)
      rows.forEach((row, i) => {
        if (isHere(row))
          weights[i] = ((weights[i] as number) * rows.length) / (2 * classifiedKinds.length) / sum
      })
    }
  }
  return weights
}

function fit(rows: readonly Row[], seed: number): KindHead {
  const mean = Array.from(
    { length: kindMeasures },
    (_, i) => rows.reduce((sum, { measures }) => sum + (measures[i] as number), 0) / rows.length,
  )
  const spread = mean.map(
    (middle, i) =>
      Math.sqrt(
        rows.reduce((sum, { measures }) => sum + ((measures[i] as number) - middle) ** 2, 0) / rows.length,
      ) + 1e-6,
  )
  const head: KindHead = {
    mean,
    spread,
    weights: Array.from({ length: kindMeasures * classifiedKinds.length }, () => 0),
    bias: classifiedKinds.map(() => 0),
  }
  const history = new Float64Array(kindMeasures * classifiedKinds.length).fill(1)
  const biasHistory = new Float64Array(classifiedKinds.length).fill(1)
  const weights = weigh(rows)
  const random = randomStream(seed)
  const order = rows.map((_, i) => i)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const index of shuffle(order, random)) {
      const { measures, kind } = rows[index] as Row
      kindProbabilities(head, measures).forEach((probability, k) => {
        const error = (probability - (k === kind ? 1 : 0)) * (weights[index] as number)
        biasHistory[k] = (biasHistory[k] as number) + error * error
        head.bias[k] = (head.bias[k] as number) - (rate * error) / Math.sqrt(biasHistory[k] as number)
        for (let i = 0; i < kindMeasures; i++) {
          const at = k * kindMeasures + i
          const gradient = (error * ((measures[i] as number) - (mean[i] as number))) / (spread[i] as number)
          history[at] = (history[at] as number) + gradient * gradient
          head.weights[at] =
            (head.weights[at] as number) - (rate * gradient) / Math.sqrt(history[at] as number)
        }
      })
    }
  }
  const round = (values: number[]): number[] => values.map((value) => Number(value.toPrecision(6)))
  return { mean: round(mean), spread: round(spread), weights: round(head.weights), bias: round(head.bias) }
}

/** A classifier from all texts, and one per family of sources that has seen nothing of it. */
export function learnKinds(
  items: readonly Item[],
  seed: number,
): { all: KindHead; withoutFamily: KindHead[] } {
  const rows = chooseRows(items.filter(({ use, label }) => use === 'train' && label !== 'mixed'))
  const progress = new Progress('learn kinds of writing', familyCount + 1)
  const withoutFamily = Array.from({ length: familyCount }, (_, family) => {
    progress.at(family)
    return fit(
      rows.filter(({ source }) => familyOf(source) !== family),
      seed + family,
    )
  })
  const all = fit(rows, seed + familyCount)
  progress.end()
  return { all, withoutFamily }
}
