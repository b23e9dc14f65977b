import { scan, standardise, stretchesOf, wordStarts } from '@penmark/detector/lab'
import { type Item, sampleBy } from '../../corpora/collection.ts'
import { familyOf } from '../../corpora/families.ts'
import { studentKinds } from '../../corpora/sources.ts'
import { grouped } from '../../sampling.ts'
import { prepareFor } from '../../training/train.ts'
import type { ModelRelation, Scorers } from '../verdicts/scored-items.ts'
import { editedTexts, isEditedHuman } from './degree-of-editing.ts'

/**
 * Whether human texts edited by a machine could be distinguished from both human and machine texts. A
 * classifier with three outcomes is fitted on some sources and measured on others; its scores come from
 * models that saw nothing of their family.
 */
export interface EditedLevelFigure {
  /** The source of the measured edited texts. */
  source: string
  human: number
  edited: number
  ai: number
  /**
   * At the threshold with 90 % precision on the sources it was fitted on. Null if none has it, or nothing was
   * called edited.
   */
  precision: number | null
  recall: number
  /** The best precision of any threshold on the measured texts themselves with a recall of one in twenty. */
  best_precision: number
}

/** The precision that a level of its own would need. */
export const wantedPrecision = 0.9
const leastRecall = 0.05

const outcomes = ['human', 'edited', 'ai'] as const
type Outcome = (typeof outcomes)[number]

interface Row {
  source: string
  outcome: Outcome
  isTest: boolean
  features: readonly number[]
}

const textsPerSource = { human: 60, edited: 400, ai: 60 }

async function rowsOf(items: readonly Item[], outcome: Outcome, scorers: Scorers): Promise<Row[]> {
  const chosen = sampleBy(items, ({ source }) => source.name, textsPerSource[outcome])
  const { scales, stretches } = scorers.model
  const relationOf = ({ use }: Item): ModelRelation => (use === 'test' ? 'test-source' : 'left-out-source')
  const examples = await prepareFor(
    scorers.model,
    chosen,
    (item) => scorers.readingsOf(relationOf(item))(item),
    `compare with edited texts: ${outcome}`,
  )
  return examples
    .filter(({ words }) => words >= scorers.model.minimumWords)
    .map((example) => {
      const { item, facts } = example
      const isTest = item.use === 'test'
      const predictor = scorers.predictor(item, relationOf(item))
      const odds = (from: number, to: number): number =>
        from === 0 && to === facts.size
          ? predictor.logOdds(example)
          : predictor.rangeLogOdds(example, from, to)
      const starts = wordStarts(facts)
      const whole = standardise(scales, starts.length, odds(0, facts.size))
      const highest = scan({ from: 0, to: facts.size, starts }, scales, odds, stretches).standardised
      const parts = stretchesOf(starts, facts.size, stretches).map(({ from, to, words }) =>
        standardise(scales, words, odds(from, to)),
      )
      const lowest = Math.min(whole, ...parts)
      return {
        source: item.source.name,
        outcome,
        isTest,
        features: [1, whole, whole * whole, highest - whole, whole - lowest, Math.log(starts.length / 300)],
      }
    })
}

/** All outcomes are weighted equally, and within each all sources. */
function weightsOf(rows: readonly Row[]): number[] {
  const sourcesIn = new Map(
    outcomes.map((outcome) => [
      outcome,
      new Set(rows.filter((row) => row.outcome === outcome).map(({ source }) => source)).size,
    ]),
  )
  const sizes = new Map(
    [...grouped(rows, ({ outcome, source }) => `${outcome} ${source}`)].map(([key, list]) => [
      key,
      list.length,
    ]),
  )
  return rows.map(
    ({ outcome, source }) => 1 / ((sourcesIn.get(outcome) ?? 1) * (sizes.get(`${outcome} ${source}`) ?? 1)),
  )
}

type Classifier = (row: Row) => number

const rounds = 600
const rate = 0.5

/**
 * Multinomial logistic regression by gradient descent. Returns the probability that a text is an edited one.
 */
function fitClassifier(rows: readonly Row[]): Classifier {
  const size = rows[0]?.features.length ?? 0
  const weights = weightsOf(rows).map((weight) => weight / outcomes.length)
  const classes = outcomes.map(() => new Float64Array(size))
  const probabilities = ({ features }: Row): number[] => {
    const logits = classes.map((one) =>
      features.reduce((sum, value, k) => sum + value * (one[k] as number), 0),
    )
    const top = Math.max(...logits)
    const shares = logits.map((logit) => Math.exp(logit - top))
    const sum = shares.reduce((total, share) => total + share, 0)
    return shares.map((share) => share / sum)
  }
  for (let round = 0; round < rounds; round++) {
    const gradients = outcomes.map(() => new Float64Array(size))
    rows.forEach((row, i) => {
      probabilities(row).forEach((probability, c) => {
        const error = (weights[i] as number) * (probability - (outcomes[c] === row.outcome ? 1 : 0))
        const gradient = gradients[c] as Float64Array
        row.features.forEach((value, k) => {
          gradient[k] = (gradient[k] as number) + error * value
        })
      })
    })
    classes.forEach((one, c) => {
      gradients[c]?.forEach((value, k) => {
        one[k] = (one[k] as number) - rate * value
      })
    })
  }
  return (row) => probabilities(row)[outcomes.indexOf('edited')] as number
}

interface Point {
  threshold: number
  precision: number
  recall: number
}

/** Precision and recall at every threshold, strictest first. */
export function precisionAndRecall(
  texts: readonly { probability: number; isEdited: boolean; weight: number }[],
): Point[] {
  const all = texts.reduce((sum, { isEdited, weight }) => sum + (isEdited ? weight : 0), 0)
  let right = 0
  let stated = 0
  return texts
    .toSorted((a, b) => b.probability - a.probability)
    .map(({ probability, isEdited, weight }) => {
      stated += weight
      if (isEdited) right += weight
      return { threshold: probability, precision: right / stated, recall: right / Math.max(all, 1e-9) }
    })
}

/** The threshold with the highest recall at the wanted precision. */
export function chooseThreshold(points: readonly Point[]): number | null {
  return (
    points.findLast(({ precision, recall }) => precision >= wantedPrecision && recall >= leastRecall)
      ?.threshold ?? null
  )
}

const round = (value: number): number => Number(value.toFixed(4))

function measure(fitted: readonly Row[], measured: readonly Row[]): EditedLevelFigure[] {
  const classify = fitClassifier(fitted)
  const pointsOf = (rows: readonly Row[]): Point[] => {
    const weights = weightsOf(rows)
    return precisionAndRecall(
      rows.map((row, i) => ({
        probability: classify(row),
        isEdited: row.outcome === 'edited',
        weight: weights[i] as number,
      })),
    )
  }
  const threshold = chooseThreshold(pointsOf(fitted))
  const others = measured.filter(({ outcome }) => outcome !== 'edited')
  return [
    ...grouped(
      measured.filter(({ outcome }) => outcome === 'edited'),
      ({ source }) => source,
    ),
  ].map(([source, edited]) => {
    const points = pointsOf([...others, ...edited])
    const at = threshold === null ? undefined : points.findLast((point) => point.threshold >= threshold)
    const usable = points.filter(({ recall }) => recall >= leastRecall)
    return {
      source,
      human: others.filter(({ outcome }) => outcome === 'human').length,
      edited: edited.length,
      ai: others.filter(({ outcome }) => outcome === 'ai').length,
      precision: at === undefined ? null : round(at.precision),
      recall: round(at?.recall ?? 0),
      best_precision: round(Math.max(0, ...usable.map(({ precision }) => precision))),
    }
  })
}

/**
 * Each family with edited texts is measured by a classifier fitted without it; test sources by one fitted on
 * all the others. Human texts are students' and those that were edited; machine texts are of any kind,
 * undisguised.
 */
export async function measureEditedLevel(
  items: readonly Item[],
  scorers: Scorers,
): Promise<EditedLevelFigure[]> {
  const usable = items.filter(({ use }) => use === 'train' || use === 'test')
  const edited = await rowsOf(editedTexts(usable).filter(isEditedHuman), 'edited', scorers)
  const originals = new Set(edited.map(({ source }) => source))
  const rows = [
    ...edited,
    ...(await rowsOf(
      usable.filter(
        ({ label, source }) =>
          label === 'human' && (studentKinds.has(source.kind) || originals.has(source.name)),
      ),
      'human',
      scorers,
    )),
    ...(await rowsOf(
      usable.filter(({ label, attack }) => label === 'ai' && attack === undefined),
      'ai',
      scorers,
    )),
  ]
  const training = rows.filter(({ isTest }) => !isTest)
  const families = new Set(
    training.filter(({ outcome }) => outcome === 'edited').map(({ source }) => familyOf(source)),
  )
  return [
    ...[...families].flatMap((family) =>
      measure(
        training.filter(({ source }) => familyOf(source) !== family),
        training.filter(({ source }) => familyOf(source) === family),
      ),
    ),
    ...measure(
      training,
      rows.filter(({ isTest }) => isTest),
    ),
  ]
}
