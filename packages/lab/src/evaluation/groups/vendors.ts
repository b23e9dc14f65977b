import type { Item } from '../../corpora/collection.ts'
import type { LabelledItem } from '../../training/dataset/dataset.ts'
import { version } from '../../training/train.ts'
import type { TrainingSet, Weights } from '../../training/word-models/train-word-model.ts'
import { type LeftOutFigure, leaveOut } from './left-out.ts'
import { isForTraining, learnAll, oddsOf, prepareStudy, type Study } from './study.ts'

export const namedVendors = ['openai', 'google', 'anthropic'] as const
type NamedVendor = (typeof namedVendors)[number]

/**
 * Sources in which several vendors answered the same prompts: elsewhere vendors could be recognised by topic.
 */
const samePrompts = [
  'lechmazur_debate',
  'lechmazur_persuasion',
  'eqbench_creative_writing',
  'biscope',
  'l2r',
  'detectrl',
]
/**
 * A vendor is named only if such statements were this precise on known sources, and on texts with this many
 * tokens.
 */
const knownPrecision = 0.9
const fewestTokens = 330

/** How well a vendor's texts are detected by a model that never saw one. */
export type VendorFigure = Omit<LeftOutFigure, 'group'> & { vendor: string }

/** Which vendors were named for texts of a source kept out of training. */
export interface AttributionFigure {
  source: string
  texts: number
  /** Correct when a vendor had to be named for every text. */
  right: number
  /** Statements above the threshold, and how many of them were right. */
  stated: number
  stated_right: number
  /** By true vendor, then by the named one: openai, google, anthropic. Every text has to be attributed. */
  confusion: number[][]
}

export interface VendorFigures {
  /** Of the lab that measured it. */
  version: string
  /** Number of training texts, capped per source and label; a single model each, not the mean of five. */
  texts: number
  left_out: VendorFigure[]
  /** Empty if it was not measured. */
  attribution: AttributionFigure[]
}

const isOf = (vendor: string, { item }: LabelledItem): boolean =>
  (item.vendor ?? '').split('|').includes(vendor)

/** Models that never saw a vendor's machine texts. */
async function leaveVendorsOut(study: Study): Promise<VendorFigure[]> {
  const groups = [...namedVendors, 'meta'].map((group) => ({
    group,
    isOf: (example: LabelledItem) => isOf(group, example),
  }))
  const figures = await leaveOut(study, groups, 'train without each vendor')
  return figures.map(({ group, ...figure }) => ({ vendor: group, ...figure }))
}

const vendorOf = ({ ai, item }: LabelledItem): NamedVendor | null =>
  ai && samePrompts.includes(item.source.name)
    ? (namedVendors.find((vendor) => vendor === item.vendor) ?? null)
    : null

/**
 * One vendor against the others. All sources are weighted equally, and in each the vendor as much as the
 * others together.
 */
function oneAgainstOthers(
  examples: readonly LabelledItem[],
  vendor: NamedVendor,
  without: string,
): TrainingSet {
  const texts = examples.flatMap((example, i) =>
    isForTraining(example) && vendorOf(example) !== null && example.item.source.name !== without ? [i] : [],
  )
  const ai = Uint8Array.from(texts, (i) => (vendorOf(examples[i] as LabelledItem) === vendor ? 1 : 0))
  const key = (i: number): string => `${examples[i]?.item.source.name} ${examples[i]?.item.vendor}`
  const sizes = new Map<string, number>()
  for (const i of texts) sizes.set(key(i), (sizes.get(key(i)) ?? 0) + 1)
  const weights = Float64Array.from(
    texts,
    (i, k) => (ai[k] === 1 ? 1 : 0.5) / Math.sqrt(sizes.get(key(i)) ?? 1),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return {
    texts: Int32Array.from(texts),
    positive: ai,
    weights: weights.map((weight) => (weight * texts.length) / sum),
  }
}

interface Named {
  source: string
  truth: number
  predicted: number
  certainty: number
  long: boolean
}

function nameAll(
  study: Study,
  heads: readonly Weights[],
  wanted: (example: LabelledItem) => boolean,
): Named[] {
  return study.examples.flatMap((example, i): Named[] => {
    const vendor = vendorOf(example)
    if (vendor === null || !wanted(example)) return []
    const likely = heads.map((head) => Math.exp(oddsOf(study, head, i)))
    const best = Math.max(...likely)
    const predicted = likely.indexOf(best)
    const certainty = best / likely.reduce((total, value) => total + value, 0)
    return [
      {
        source: example.item.source.name,
        truth: namedVendors.indexOf(vendor),
        predicted,
        certainty,
        long: (study.store.size[2 * i] as number) >= fewestTokens,
      },
    ]
  })
}

/** The lowest certainty from which statements about known sources are precise enough. */
function minCertaintyOf(known: readonly Named[]): number {
  const sorted = known.filter(({ long }) => long).toSorted((a, b) => b.certainty - a.certainty)
  let right = 0
  let minCertainty = 1
  sorted.forEach(({ truth, predicted, certainty }, i) => {
    if (truth === predicted) right++
    if (right / (i + 1) >= knownPrecision) minCertainty = certainty
  })
  return minCertainty
}

async function leaveSourcesOut(study: Study): Promise<AttributionFigure[]> {
  const trainingSets = samePrompts.flatMap((source) =>
    namedVendors.map((vendor) => oneAgainstOthers(study.examples, vendor, source)),
  )
  const weights = await learnAll(study, trainingSets, 4, 'train vendors against each other')
  return samePrompts.map((source, k) => {
    const heads = weights.slice(k * namedVendors.length, (k + 1) * namedVendors.length)
    const minCertainty = minCertaintyOf(
      nameAll(study, heads, (example) => !isForTraining(example) && example.item.source.name !== source),
    )
    const named = nameAll(study, heads, ({ item }) => item.source.name === source)
    const stated = named.filter(({ long, certainty }) => long && certainty >= minCertainty)
    const isRight = ({ truth, predicted }: Named): boolean => truth === predicted
    return {
      source,
      texts: named.length,
      right: named.filter(isRight).length,
      stated: stated.length,
      stated_right: stated.filter(isRight).length,
      confusion: namedVendors.map((_, truth) =>
        namedVendors.map(
          (__, predicted) => named.filter((one) => one.truth === truth && one.predicted === predicted).length,
        ),
      ),
    }
  })
}

/** Left-out vendors and, if requested, attribution on sources kept out of training. */
export async function measureVendors(
  items: readonly Item[],
  options: { attribution: boolean },
): Promise<VendorFigures> {
  const study = prepareStudy(items)
  return {
    version,
    texts: study.examples.length,
    left_out: await leaveVendorsOut(study),
    attribution: options.attribution ? await leaveSourcesOut(study) : [],
  }
}
