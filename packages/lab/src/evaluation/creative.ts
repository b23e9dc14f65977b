import { CreativeOdds, type CreativeReader, type Model } from '@penmark/detector/lab'
import { familyOf } from '../corpora/families.ts'
import { writingKindOf } from '../corpora/writing-kinds.ts'
import { grouped } from '../sampling.ts'
import { type KindExample, trainCreativeReader } from '../training/creative-reader.ts'
import type { Rate } from './statistics/figures.ts'
import { auc, clopperPearson } from './statistics/roc.ts'

/** How well creative prose is told from other writing, on sources left out whole. */
export interface CreativeFigures {
  /** Texts that the released reader learned from. */
  learned: { creative: number; other: number }
  n_grams: number
  /** Log-odds from which a text counts as creative prose, and a stretch of one. */
  from: number
  stretch_from: number
  auc: number
  auc_of_stretches: number
  /** Means over sources at several thresholds: creative prose that is found, and other writing taken for it. */
  roc: { from: number; found: number; taken: number }[]
  /** Creative prose by source, writer and kind: how much of it is recognised. */
  found: Rate[]
  /** Other writing by source, writer and kind: how much of it is taken for creative prose. */
  taken: Rate[]
  /** The same of stretches of texts. */
  found_stretches: Rate[]
  taken_stretches: Rate[]
}

/** Log-odds of a text, and of its stretches, from a reader that has learned nothing of its family. */
export interface ReadExample {
  example: KindExample
  whole: number
  stretches: number[]
}

/** Tokens of a stretch: some 150 words. */
const stretchTokens = 170
/** Fewer texts of a source say little. */
const smallest = 25
const steps = Array.from({ length: 41 }, (_, i) => Number(((i - 20) / 4).toFixed(2)))

function readWith(odds: CreativeOdds, examples: readonly KindExample[]): ReadExample[] {
  return examples.map((example) => {
    const { size } = example.facts
    const count = Math.floor(size / stretchTokens)
    return {
      example,
      whole: odds.of(example, 0, size),
      stretches: Array.from({ length: count }, (_, i) =>
        odds.of(example, i * stretchTokens, (i + 1) * stretchTokens),
      ),
    }
  })
}

/** Families of sources are left out in thirds. */
const thirds = 3

/** Reads each text with a reader that was trained without a third of the families, its own among them. */
export function readLeftOut(examples: readonly KindExample[], model: Model, seed: number): ReadExample[] {
  return Array.from({ length: thirds }, (_, third) => {
    const isLeftOut = ({ item }: KindExample): boolean => familyOf(item.source.name) % thirds === third
    const reader = trainCreativeReader(
      examples.filter((example) => !isLeftOut(example)),
      model,
      seed,
    )
    return readWith(new CreativeOdds(reader, model), examples.filter(isLeftOut))
  }).flat()
}

/** Reads texts that the released reader has not learned. */
export const readUnlearned = (
  examples: readonly KindExample[],
  reader: CreativeReader,
  model: Model,
): ReadExample[] => readWith(new CreativeOdds(reader, model), examples)

const groupOf = ({ example: { item } }: ReadExample): string =>
  `${item.source.name}, ${writingKindOf(item)}, ${item.label === 'ai' ? 'machine' : 'people'}`

function ratesOf(read: readonly ReadExample[], oddsOf: (one: ReadExample) => number[], from: number): Rate[] {
  return [...grouped(read, groupOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, list]) => {
      const all = list.flatMap(oddsOf)
      const flagged = all.filter((odds) => odds >= from).length
      const { low, high } = clopperPearson(flagged, all.length)
      const round = (value: number): number => Number(value.toFixed(7))
      return {
        group,
        n: all.length,
        flagged,
        rate: all.length === 0 ? 0 : round(flagged / all.length),
        interval: { low: round(low), high: round(high) },
      }
    })
    .filter(({ n }) => n > 0)
}

const wholeOf = ({ whole }: ReadExample): number[] => [whole]
const stretchesOf = ({ stretches }: ReadExample): number[] => stretches
const isCreative = ({ example }: ReadExample): boolean => example.creative
const isOther = ({ example }: ReadExample): boolean => !example.creative

function meanOf(rates: readonly Rate[]): number {
  const large = rates.filter(({ n }) => n >= smallest)
  return large.reduce((sum, { rate }) => sum + rate, 0) / Math.max(1, large.length)
}

export function creativeFigures(
  read: readonly ReadExample[],
  reader: CreativeReader,
  learned: CreativeFigures['learned'],
): CreativeFigures {
  const { from, stretchFrom } = reader
  const creative = read.filter(isCreative)
  const other = read.filter(isOther)
  const separation = (oddsOf: (one: ReadExample) => number[]): number =>
    Number((auc(other.flatMap(oddsOf), creative.flatMap(oddsOf)) ?? 0).toFixed(4))
  return {
    learned,
    n_grams: reader.ranks.length,
    from,
    stretch_from: stretchFrom,
    auc: separation(wholeOf),
    auc_of_stretches: separation(stretchesOf),
    roc: steps.map((step) => ({
      from: step,
      found: Number(meanOf(ratesOf(creative, wholeOf, step)).toFixed(4)),
      taken: Number(meanOf(ratesOf(other, wholeOf, step)).toFixed(4)),
    })),
    found: ratesOf(creative, wholeOf, from),
    taken: ratesOf(other, wholeOf, from),
    found_stretches: ratesOf(creative, stretchesOf, stretchFrom),
    taken_stretches: ratesOf(other, stretchesOf, stretchFrom),
  }
}
