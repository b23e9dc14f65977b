import type { Item } from '../corpora/collection.ts'
import { studentKinds, type TextKind } from '../corpora/sources.ts'
import { lessonOf } from '../training/lesson.ts'
import type { Pupil } from '../training/pupils.ts'
import { settings } from '../training/train.ts'
import type { Weights } from '../training/train-bag.ts'
import { auc, truePositivesAt } from './roc.ts'
import { isTaught, learnAll, oddsOf, openSchool, type School } from './school.ts'
import { yearsOf } from './years.ts'

/** What is found of a group's machine texts by a model that never saw a text of the group. */
export interface LeftOutFigure {
  group: string
  human: number
  ai: number
  auc: number | null
  tpr_at_1: number | null
}

export interface LeftOutFigures {
  /** Texts learned from, at most so many of a source and label; one model each, not the mean of five. */
  texts: number
  groups: LeftOutFigure[]
}

interface Group {
  group: string
  isOf: (pupil: Pupil) => boolean
}

/** Machine texts of a group against students' texts, both with prompts that taught nothing, by a model without the group. */
export async function leaveOut(school: School, groups: readonly Group[], stage: string): Promise<LeftOutFigure[]> {
  const lessons = groups.map(({ isOf }) => lessonOf(school.pupils, (pupil) => isTaught(pupil) && !isOf(pupil)))
  const weights = await learnAll(school, lessons, settings.epochs, stage)
  return groups.map(({ group, isOf }, k) => {
    const judge = (wanted: (pupil: Pupil) => boolean): number[] =>
      school.pupils.flatMap((pupil, i) => (!isTaught(pupil) && wanted(pupil) ? [oddsOf(school, weights[k] as Weights, i)] : []))
    const human = judge(({ ai, item }) => !ai && studentKinds.has(item.source.kind))
    const ai = judge((pupil) => pupil.ai && pupil.item.source.use === 'train' && isOf(pupil))
    const round = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(7)))
    return { group, human: human.length, ai: ai.length, auc: round(auc(human, ai)), tpr_at_1: round(truePositivesAt(human, ai, 0.01)) }
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
const attacks: Readonly<Record<string, RegExp>> = { paraphrase: /^paraphrase/, 'adversarial words and letters': /^adversarial/ }

const groups: readonly Group[] = [
  ...years.map((one) => ({ group: `models of ${one}`, isOf: ({ ai, item }: Pupil) => ai && yearsOf(item.model) === one })),
  ...Object.entries(kinds).map(([group, ofKind]) => ({ group, isOf: ({ item }: Pupil) => ofKind.includes(item.source.kind) })),
  ...Object.entries(attacks).map(([group, names]) => ({
    group: `attack: ${group}`,
    isOf: ({ ai, item }: Pupil) => ai && names.test(item.attack ?? ''),
  })),
]

/** Years, kinds of writing and attacks, each left out whole. */
export async function measureLeftOut(items: readonly Item[]): Promise<LeftOutFigures> {
  const school = openSchool(items)
  return { texts: school.pupils.length, groups: await leaveOut(school, groups, 'train without each group') }
}
