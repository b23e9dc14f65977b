import { cpus } from 'node:os'
import { hashText, type Model } from '@penmark/detector/lab'
import type { Collection, Item } from '../corpora/collection.ts'
import { studentKinds } from '../corpora/sources.ts'
import { grouped } from '../grouped.ts'
import { Progress } from '../progress.ts'
import { isMeasuring, keptFolds, type Learned, prepareFor } from '../training/train.ts'
import type { Accuracy, Measured } from './card.ts'
import { type Rate, rateOf, ratesBy, separation } from './figures.ts'
import { type Judged, Judges, type Standing } from './judged.ts'
import { measureLatency } from './latency.ts'
import { measureFalseMarks, measurePlaces } from './places.ts'
import { measureProbability } from './probability.ts'
import { measureAttacks } from './robustness.ts'
import { equalErrorAccuracy } from './roc.ts'

/** Texts measured per source, label and standing: enough for intervals, little enough for two cores. */
const most = 1000
const attackedTexts = 250
const markedTexts = 250
const spanSources = ['coauthor', 'semeval24-taskC', 'mixset', 'seqxgpt']

const groupNames: Readonly<Record<string, string>> = { race_ethnicity: 'ethnicity', gender: 'gender', grade_level: 'grade', ses: 'means' }

const isHuman = ({ item }: Judged): boolean => item.label === 'human'
const isAi = ({ item }: Judged): boolean => item.label === 'ai'
const isStudent = ({ item }: Judged): boolean => studentKinds.has(item.source.kind)
const text = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)

/** The first texts of each group, in an order that depends on the text alone. */
function sampleBy<T extends { item: Item } | Item>(all: readonly T[], groupOf: (one: T) => string, count: number): T[] {
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

const sourceAndLabel = (item: Item): string => `${item.source.name} ${item.label}`

function judgeAll(items: readonly Item[], standing: Standing, judges: Judges): Judged[] {
  const examples = prepareFor(judges.model, items, `judge: ${standing}`)
  return examples.filter(({ words }) => words >= judges.model.minimumWords).map((example) => judges.judge(example, standing))
}

const lengths: readonly [number, number][] = [
  [50, 99],
  [100, 149],
  [150, 249],
  [250, 399],
  [400, 699],
  [700, Number.POSITIVE_INFINITY],
]

function lengthOf({ words }: Judged): string | null {
  const band = lengths.find(([from, to]) => words >= from && words <= to)
  return band === undefined
    ? null
    : `${String(band[0]).padStart(3, ' ')}${band[1] === Number.POSITIVE_INFINITY ? ' and more' : `–${band[1]}`}`
}

const biasCollections: readonly [prefix: string, name: string][] = [
  ['TOEFL', 'TOEFL essays'],
  ['HewlettStudentEssay', 'US school essays, grade 8'],
  ['CollegeEssay', 'US college-admission essays'],
  ['CS224N', 'university project abstracts'],
]

function biasGroup({ item }: Judged): string {
  const id = String(item.prompt_id ?? '')
  const found = biasCollections.find(([prefix]) => id.startsWith(prefix))
  if (found !== undefined) return `${found[1]}, ${item.label}`
  return `${item.domain ?? 'text'}, ${item.label}${item.attack === undefined ? '' : `, ${item.attack}`}`
}

const aboves = (judged: readonly Judged[], label: string): number[] =>
  judged.filter(({ item }) => item.label === label).map(({ margin }) => margin)
const round = (value: number): number => Number(value.toFixed(4))

function accuracy(judged: readonly Judged[]): Accuracy {
  const human = judged.filter(isHuman)
  const ai = judged.filter(isAi)
  const rightHuman = human.filter(({ score }) => score < 0.5).length
  const rightAi = ai.filter(({ score }) => score >= 0.5).length
  return {
    human: human.length,
    ai: ai.length,
    accuracy: round((rightHuman + rightAi) / Math.max(1, judged.length)),
    balanced_accuracy: round((rightHuman / Math.max(1, human.length) + rightAi / Math.max(1, ai.length)) / 2),
    equal_error_accuracy: round(equalErrorAccuracy(aboves(judged, 'human'), aboves(judged, 'ai')) ?? 0),
  }
}

/** Sources with at least so many texts of both labels. */
const bothLabels = 30

/** Mean over the sources that hold both labels of the accuracy at each one's own cut of equal errors. */
function equalErrorOverSources(judged: readonly Judged[]): number {
  const all = [...grouped(judged, ({ item }) => item.source.name).values()].flatMap((list) => {
    const human = aboves(list, 'human')
    const ai = aboves(list, 'ai')
    return human.length < bothLabels || ai.length < bothLabels ? [] : [equalErrorAccuracy(human, ai) ?? 0]
  })
  return round(all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length))
}

/** Mean over sources of the share told rightly, human and machine sources weighing the same. */
function balancedOverSources(judged: readonly Judged[]): number {
  const mean = (wanted: (one: Judged) => boolean): number => {
    const rates = ratesBy(judged.filter(wanted), ({ item }) => item.source.name).filter(({ n }) => n >= 30)
    return rates.reduce((sum, { rate }) => sum + rate, 0) / Math.max(1, rates.length)
  }
  return Number(((1 - mean(isHuman) + mean(isAi)) / 2).toFixed(4))
}

function testTexts(collection: Collection): Item[] {
  return sampleBy(
    collection.items.filter(({ use, label }) => use === 'test' && label !== 'mixed'),
    sourceAndLabel,
    5000,
  )
}

function learnerGroups(test: readonly Judged[]): Rate[] {
  const ellipse = test.filter(({ item }) => item.source.name === 'ellipse')
  return Object.entries(groupNames).flatMap(([key, name]) =>
    ratesBy(ellipse, ({ item }) => {
      const value = text(item.meta?.[key])
      return value === null ? null : `${name}: ${value}`
    }),
  )
}

type Released = Pick<Measured, 'test_human' | 'test_ai' | 'learners_by_group' | 'detector_bias' | 'places' | 'false_marks'>

function fromTest(collection: Collection, test: readonly Judged[], model: Model): Released {
  const bySource = ({ item }: Judged): string => item.source.name
  const marking = new Progress('measure marks', 1)
  const places = spanSources.map((source) => {
    const items = collection.items.filter((item) => item.source.name === source && item.label === 'mixed' && item.spans !== undefined)
    return measurePlaces(model, source, sampleBy(items, sourceAndLabel, markedTexts))
  })
  const humans = testTexts(collection).filter(({ label }) => label === 'human')
  const falseMarks = [...new Set(humans.map(({ source }) => source.name))].map((source) =>
    measureFalseMarks(
      model,
      source,
      sampleBy(
        humans.filter((item) => item.source.name === source),
        sourceAndLabel,
        markedTexts,
      ),
    ),
  )
  marking.end()
  return {
    test_human: ratesBy(test.filter(isHuman), bySource),
    test_ai: ratesBy(test.filter(isAi), bySource),
    learners_by_group: learnerGroups(test),
    detector_bias: ratesBy(
      test.filter(({ item }) => item.source.name === 'detector-bias'),
      biasGroup,
    ),
    places,
    false_marks: falseMarks,
  }
}

/** The figures that need the released model and the test sources alone. */
export function measureReleased(collection: Collection, model: Model): Released {
  return fromTest(collection, judgeAll(testTexts(collection), 'test-source', new Judges(model, [])), model)
}

/** Measures the released model and its siblings on everything that they had not seen. */
export function evaluate(collection: Collection, learned: Learned, model: Model): Measured {
  const judges = new Judges(model, learned.withoutFamily)
  const plain = collection.items.filter(({ label }) => label !== 'mixed')
  const teaching = plain.filter(({ use }) => use === 'train' || use === 'audited')
  const leftOut = judgeAll(sampleBy(teaching, sourceAndLabel, most), 'left-out-source', judges)
  const test = judgeAll(testTexts(collection), 'test-source', judges)
  const known = judgeAll(
    sampleBy(
      plain.filter((item) => item.use === 'train' && item.fold < keptFolds && studentKinds.has(item.source.kind)),
      sourceAndLabel,
      most,
    ),
    'known-source',
    judges,
  )
  const bySource = ({ item }: Judged): string => (item.use === 'audited' ? `${item.source.name} *` : item.source.name)
  const clean = leftOut.filter(({ item }) => item.use !== 'audited')
  const all = [...test, ...clean]
  const students = all.filter((one) => isHuman(one) && isStudent(one))
  const ai = clean.filter(isAi)

  const attackItems = sampleBy(
    clean.filter(({ item, words }) => isStudentLike(item) && item.attack === undefined && words >= 100 && words <= 600),
    ({ item }) => item.label,
    attackedTexts,
  ).map(({ item }) => item)
  const attacking = new Progress('measure attacks', 1)
  const attackFigures = measureAttacks(attackItems, judges)
  attacking.end()

  return {
    ...fromTest(collection, test, model),
    left_out_human: ratesBy(leftOut.filter(isHuman), bySource),
    left_out_ai: ratesBy(ai, bySource),
    student_human: rateOf('students', students),
    human_by_length: ratesBy(students, lengthOf),
    ai_by_length: ratesBy(ai, lengthOf),
    ai_by_vendor: ratesBy(ai, ({ item }) => item.vendor ?? null),
    ai_by_attack: ratesBy(ai, ({ item }) => item.attack ?? 'none'),
    ai_by_model: ratesBy(ai, ({ item }) => item.model ?? null).filter(({ n }) => n >= 100),
    separation: [
      separation('students, left-out and test sources', all.filter(isStudent)),
      separation('all text types, left-out and test sources', all),
      ...['outfox', 'detector-bias', 'mixset', 'seqxgpt'].map((source) =>
        separation(
          source,
          test.filter(({ item }) => item.source.name === source),
        ),
      ),
      ...['gede', 'biscope', 'detectrl', 'l2r', 'daigt-scraps', 'comnets-courses'].map((source) =>
        separation(
          `${source}, left out`,
          clean.filter(({ item }) => item.source.name === source),
        ),
      ),
      separation('lechmazur_debate, left out, against all student texts', [
        ...students,
        ...clean.filter(({ item }) => item.source.name === 'lechmazur_debate'),
      ]),
    ],
    essays_from_250_words: accuracy(known.filter(({ words }) => words >= 250)),
    left_out_balanced_accuracy: balancedOverSources(all),
    left_out_equal_error_accuracy: equalErrorOverSources(all),
    student_human_by_kind: ratesBy(students, ({ kind }) => kind ?? 'in doubt'),
    ai_by_kind: ratesBy(ai, ({ kind }) => kind ?? 'in doubt'),
    unfamiliar_human: { n: students.length, unfamiliar: students.filter(({ known }) => known < model.leastKnown).length },
    probability: measureProbability(
      clean.filter(({ item }) => isMeasuring(item)),
      model,
    ),
    latency: measureLatency(
      model,
      plain.filter(({ use, label }) => use === 'test' && label === 'human'),
      cpus()[0]?.model.trim() ?? 'unknown',
    ),
    attacks: attackFigures,
  }
}

function isStudentLike(item: Item): boolean {
  return studentKinds.has(item.source.kind) || item.source.kind === 'debate'
}
