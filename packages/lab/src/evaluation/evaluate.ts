import type { Model } from '@penmark/detector/lab'
import { type Collection, type Item, sampleBy } from '../corpora/collection.ts'
import { studentKinds } from '../corpora/sources.ts'
import { heldOutFolds } from '../corpora/training-texts.ts'
import type { Readings } from '../encoder/readings.ts'
import { Progress } from '../progress.ts'
import { grouped } from '../sampling.ts'
import { isMeasuring, type Learned, prepareFor } from '../training/train.ts'
import type { Measured } from './card.ts'
import { measureEdited } from './edited/edited-by-degree.ts'
import { biasGroup, learnerGroups, lengthOf, sourceName, testGroup, yearsOf } from './groups/groups.ts'
import { separationsBy, separationsBySource } from './groups/left-out.ts'
import { measureLatencyOf } from './latency.ts'
import { measureRivals } from './other-detectors.ts'
import { measureProbability } from './probability.ts'
import { measureAttacks } from './robustness.ts'
import {
  type FalseMarks,
  measureFalseMarks,
  measureSegmentation,
  type SegmentationFigure,
} from './segmentation.ts'
import {
  accuracyOf,
  balancedOverSources,
  equalErrorOverSources,
  rateOf,
  ratesBy,
  ratesOfBands,
  separation,
} from './statistics/figures.ts'
import { type ModelRelation, type ScoredItem, Scorers } from './verdicts/scored-items.ts'
import { Detectors, measureAllVerdicts, measureVerdicts, sampleOfGroups } from './verdicts/verdicts.ts'

/**
 * How many texts per source, label and relation are measured: enough for intervals, few enough to be read in
 * context on two cores.
 */
const most = 150
/** Texts per known source, whose prompts were kept out of training. */
const knownTexts = 40
const attackedTexts = 120
const markedTexts = 150
export const findingTexts = 1000
const spanSources = ['coauthor', 'semeval24-taskC', 'mixset', 'seqxgpt']

const isHuman = ({ item }: ScoredItem): boolean => item.label === 'human'
const isAi = ({ item }: ScoredItem): boolean => item.label === 'ai'
const isStudent = ({ item }: ScoredItem): boolean => studentKinds.has(item.source.kind)
const sourceAndLabel = (item: Item): string => `${item.source.name} ${item.label}`

async function scoreAll(
  items: readonly Item[],
  relation: ModelRelation,
  scorers: Scorers,
): Promise<ScoredItem[]> {
  const examples = await prepareFor(scorers.model, items, scorers.readingsOf(relation), `score: ${relation}`)
  return examples
    .filter(({ words }) => words >= scorers.model.minimumWords)
    .map((example) => scorers.score(example, relation))
}

/** More people than machine texts, because a rate of one in a thousand needs thousands. */
const mostOfTest = { human: 1000, ai: 150 }

export function testTexts(collection: Pick<Collection, 'items'>): Item[] {
  const labelled = (label: 'human' | 'ai'): Item[] =>
    sampleBy(
      collection.items.filter((item) => item.use === 'test' && item.label === label),
      sourceAndLabel,
      mostOfTest[label],
    )
  return [...labelled('human'), ...labelled('ai')]
}

type Released = Pick<
  Measured,
  'test_human' | 'test_ai' | 'learners_by_group' | 'detector_bias' | 'findings' | 'places' | 'false_marks'
>

async function fromTest(
  collection: Collection,
  test: readonly ScoredItem[],
  model: Model,
  readings: Readings | null,
): Promise<Released> {
  const bySource = ({ item }: ScoredItem): string => item.source.name
  const marking = new Progress('measure marks', 1)
  const released = readings?.released ?? null
  const places: SegmentationFigure[] = []
  for (const source of spanSources) {
    const items = collection.items.filter(
      (item) => item.source.name === source && item.label === 'mixed' && item.spans !== undefined,
    )
    places.push(
      await measureSegmentation(model, released, source, sampleBy(items, sourceAndLabel, markedTexts)),
    )
  }
  const humans = testTexts(collection).filter(({ label }) => label === 'human')
  const falseMarks: FalseMarks[] = []
  for (const [source, list] of grouped(humans, (item) => item.source.name))
    falseMarks.push(
      await measureFalseMarks(model, released, source, sampleBy(list, sourceAndLabel, markedTexts)),
    )
  marking.end()
  return {
    test_human: ratesBy(test.filter(isHuman), bySource),
    test_ai: ratesBy(test.filter(isAi), bySource),
    learners_by_group: learnerGroups.flatMap((groupOf) =>
      ratesBy(
        test.filter(({ item }) => item.source.name === 'ellipse'),
        groupOf,
      ),
    ),
    detector_bias: ratesBy(
      test.filter(({ item }) => item.source.name === 'detector-bias'),
      ({ item }) => biasGroup(item),
    ),
    findings: await measureVerdicts(
      sampleOfGroups(testTexts(collection), testGroup, findingTexts),
      testGroup,
      new Detectors(model, [], readings),
    ),
    places,
    false_marks: falseMarks,
  }
}

/** The figures that only need the released model and the test sources. */
export async function measureReleased(
  collection: Collection,
  model: Model,
  readings: Readings | null,
): Promise<Released> {
  const test = await scoreAll(testTexts(collection), 'test-source', new Scorers(model, [], readings))
  return fromTest(collection, test, model, readings)
}

/** A sample of the texts that are judged by models which saw nothing of their family. */
export const leftOutTexts = (items: readonly Item[], mayJudge: (item: Item) => boolean): Item[] =>
  sampleBy(judgedLeftOut(items, mayJudge), sourceAndLabel, most)

const judgedLeftOut = (items: readonly Item[], mayJudge: (item: Item) => boolean): Item[] =>
  items.filter(
    (item) => item.label !== 'mixed' && (item.use === 'train' || item.use === 'audited') && mayJudge(item),
  )

/** Measures the released model and its siblings on texts that they had not seen. */
export async function evaluate(
  collection: Collection,
  learned: Learned,
  model: Model,
  readings: Readings | null,
  seed: number,
): Promise<Measured> {
  const scorers = new Scorers(model, learned.withoutFamily, readings)
  const detectors = new Detectors(model, learned.withoutFamily, readings)
  const plain = collection.items.filter(({ label }) => label !== 'mixed')
  const mayJudge = (item: Item): boolean => readings === null || readings.mayJudge(item)
  const trainable = judgedLeftOut(plain, mayJudge)
  const leftOut = await scoreAll(leftOutTexts(plain, mayJudge), 'left-out-source', scorers)
  const test = await scoreAll(testTexts(collection), 'test-source', scorers)
  const known = await scoreAll(
    sampleBy(
      plain.filter(
        (item) => item.use === 'train' && item.fold < heldOutFolds && studentKinds.has(item.source.kind),
      ),
      sourceAndLabel,
      knownTexts,
    ),
    'known-source',
    scorers,
  )
  const bySource = ({ item }: ScoredItem): string =>
    item.use === 'audited' ? `${item.source.name} *` : sourceName(item)
  const clean = leftOut.filter(({ item }) => item.use !== 'audited')
  const all = [...test, ...clean]
  const students = all.filter((one) => isHuman(one) && isStudent(one))
  const ai = clean.filter(isAi)

  const attackItems = sampleBy(
    clean.filter(
      ({ item, words }) => isStudentLike(item) && item.attack === undefined && words >= 100 && words <= 600,
    ),
    ({ item }) => item.label,
    attackedTexts,
  ).map(({ item }) => item)
  const attacking = new Progress('measure attacks', 1)
  const attackFigures = await measureAttacks(attackItems, scorers)
  attacking.end()

  const reading = new Progress('read what reports say', 1)
  const verdicts = await measureAllVerdicts(
    trainable.filter((item) => item.use === 'train' && isMeasuring(item)),
    plain.filter(({ use }) => use === 'test'),
    sourceName,
    { detectors, seed },
  )
  const edited = await measureEdited(collection.items.filter(mayJudge), detectors)
  reading.end()

  return {
    ...(await fromTest(collection, test, model, readings)),
    verdicts,
    edited,
    left_out_human: ratesBy(leftOut.filter(isHuman), bySource),
    left_out_ai: ratesBy(ai, bySource),
    student_human: rateOf('students', students),
    human_by_length: ratesOfBands(model.documents),
    ai_by_length: ratesBy(ai, lengthOf),
    ai_by_vendor: ratesBy(ai, ({ item }) => item.vendor ?? null),
    ai_by_attack: ratesBy(ai, ({ item }) => item.attack ?? 'none'),
    ai_by_years: ratesBy(ai, ({ item }) => yearsOf(item.model)),
    ai_by_model: ratesBy(ai, ({ item }) => item.model ?? null).filter(({ n }) => n >= 100),
    separation: [
      separation('students, left-out and test sources', all.filter(isStudent)),
      separation('all text types, left-out and test sources', all),
      ...separationsBySource(test, ''),
      ...separationsBySource(clean, ', left out'),
      separation('lechmazur_debate, left out, against all student texts', [
        ...students,
        ...clean.filter(({ item }) => item.source.name === 'lechmazur_debate'),
      ]),
    ],
    separation_by: separationsBy(all, clean),
    essays_from_250_words: accuracyOf(known.filter(({ words }) => words >= 250)),
    left_out_balanced_accuracy: balancedOverSources(all),
    left_out_equal_error_accuracy: equalErrorOverSources(all),
    student_human_by_kind: ratesBy(students, ({ kind }) => kindName(kind)),
    ai_by_kind: ratesBy(ai, ({ kind }) => kindName(kind)),
    unfamiliar_human: {
      n: students.length,
      unfamiliar: students.filter(({ known }) => known < model.leastKnown).length,
    },
    probability: measureProbability(
      clean.filter(({ item }) => isMeasuring(item)),
      model,
    ),
    latency: await measureLatencyOf(plain, model),
    attacks: attackFigures,
    rivals: await measureRivals([...plain.filter(({ use }) => use === 'test'), ...trainable], detectors),
  }
}

const kindName = (kind: string | null): string =>
  kind === null ? 'kind not clear' : kind.replaceAll('-', ' ')

function isStudentLike(item: Item): boolean {
  return studentKinds.has(item.source.kind) || item.source.kind === 'debate'
}
