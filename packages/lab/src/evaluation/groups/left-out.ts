import type { Item } from '../../corpora/collection.ts'
import { studentKinds, type TextKind } from '../../corpora/sources.ts'
import { grouped } from '../../sampling.ts'
import type { LabelledItem } from '../../training/dataset/dataset.ts'
import { settings, version } from '../../training/train.ts'
import type { Weights } from '../../training/word-models/train-word-model.ts'
import { trainingSetOf } from '../../training/word-models/train-word-models.ts'
import { type Separation, separation } from '../statistics/figures.ts'
import { auc, truePositivesAt } from '../statistics/roc.ts'
import type { ScoredItem } from '../verdicts/scored-items.ts'
import { lengthOf, yearsOf } from './groups.ts'
import { isForTraining, learnAll, oddsOf, prepareStudy, type Study } from './study.ts'

/** How well a group's machine texts are detected by a model that never saw a text of the group. */
export interface LeftOutFigure {
  group: string
  human: number
  ai: number
  auc: number | null
  tpr_at_1: number | null
}

export interface LeftOutFigures {
  /** Of the lab that measured it. */
  version: string
  /** Number of training texts, capped per source and label; a single model each, not the mean of five. */
  texts: number
  groups: LeftOutFigure[]
}

interface Group {
  group: string
  isOf: (example: LabelledItem) => boolean
}

/**
 * Machine texts of a group against students' texts, both with prompts kept out of training, scored by a model
 * trained without the group.
 */
export async function leaveOut(
  study: Study,
  groups: readonly Group[],
  stage: string,
): Promise<LeftOutFigure[]> {
  const trainingSets = groups.map(({ isOf }) =>
    trainingSetOf(study.examples, (example) => isForTraining(example) && !isOf(example)),
  )
  const weights = await learnAll(study, trainingSets, settings.epochs, stage)
  return groups.map(({ group, isOf }, k) => {
    const judge = (wanted: (example: LabelledItem) => boolean): number[] =>
      study.examples.flatMap((example, i) =>
        !isForTraining(example) && wanted(example) ? [oddsOf(study, weights[k] as Weights, i)] : [],
      )
    const human = judge(({ ai, item }) => !ai && studentKinds.has(item.source.kind))
    const ai = judge((example) => example.ai && example.item.source.use === 'train' && isOf(example))
    const round = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(7)))
    return {
      group,
      human: human.length,
      ai: ai.length,
      auc: round(auc(human, ai)),
      tpr_at_1: round(truePositivesAt(human, ai, 0.01)),
    }
  })
}

const years = ['2024', '2025–26']
/** Left out with both labels. */
const kinds: Readonly<Record<string, readonly TextKind[]>> = {
  'school essays': ['school', 'essay'],
  'university writing': ['university'],
  'research abstracts': ['abstract'],
  debates: ['debate'],
  stories: ['story'],
}
const attacks: Readonly<Record<string, RegExp>> = {
  paraphrase: /^paraphrase/,
  'adversarial words and letters': /^adversarial/,
}

const groups: readonly Group[] = [
  ...years.map((one) => ({
    group: `models of ${one}`,
    isOf: ({ ai, item }: LabelledItem) => ai && yearsOf(item.model) === one,
  })),
  ...Object.entries(kinds).map(([group, ofKind]) => ({
    group,
    isOf: ({ item }: LabelledItem) => ofKind.includes(item.source.kind),
  })),
  ...Object.entries(attacks).map(([group, names]) => ({
    group: `attack: ${group}`,
    isOf: ({ ai, item }: LabelledItem) => ai && names.test(item.attack ?? ''),
  })),
]

/** Years, kinds of writing and attacks, each left out entirely. */
export async function measureLeftOut(items: readonly Item[]): Promise<LeftOutFigures> {
  const study = prepareStudy(items)
  return {
    version,
    texts: study.examples.length,
    groups: await leaveOut(study, groups, 'train without each group'),
  }
}

/** How well machine texts of a group are separated from human texts, at any threshold. */
export interface SeparationsBy {
  /** Against human texts of the same length or kind. */
  length: Separation[]
  kind: Separation[]
  /** Against all students' texts, because a vendor, a year or an attack has no human texts of its own. */
  vendor: Separation[]
  years: Separation[]
  attack: Separation[]
}

/** Smaller sources and groups are not compared. */
const fewest = 30

const isHuman = ({ item }: ScoredItem): boolean => item.label === 'human'
const isAi = ({ item }: ScoredItem): boolean => item.label === 'ai'
const isStudent = ({ item }: ScoredItem): boolean => studentKinds.has(item.source.kind)
const compared = ({ human, ai }: Separation): boolean => human >= fewest && ai >= fewest
const byName = (one: Separation, other: Separation): number => (one.group < other.group ? -1 : 1)

function separationsOf(
  scored: readonly ScoredItem[],
  nameOf: (one: ScoredItem) => string | null,
  humans: readonly ScoredItem[] = [],
): Separation[] {
  return [...grouped(scored, nameOf)]
    .flatMap(([name, list]) => (name === null ? [] : [separation(name, [...humans, ...list])]))
    .filter(compared)
    .toSorted(byName)
}

/** Every source with both labels, with `ending` after its name. */
export function separationsBySource(scored: readonly ScoredItem[], ending: string): Separation[] {
  return separationsOf(scored, ({ item }) => `${item.source.name}${ending}`)
}

/** `all` holds left-out and test sources, `leftOut` machine texts of left-out sources. */
export function separationsBy(all: readonly ScoredItem[], leftOut: readonly ScoredItem[]): SeparationsBy {
  const students = all.filter((one) => isHuman(one) && isStudent(one))
  const machine = leftOut.filter(isAi)
  return {
    length: separationsOf(all, lengthOf),
    kind: separationsOf(all, ({ kind }) => kind?.replaceAll('-', ' ') ?? 'kind not clear'),
    vendor: separationsOf(machine, ({ item }) => item.vendor ?? null, students),
    years: separationsOf(machine, ({ item }) => yearsOf(item.model), students),
    attack: separationsOf(machine, ({ item }) => item.attack ?? 'none', students),
  }
}
