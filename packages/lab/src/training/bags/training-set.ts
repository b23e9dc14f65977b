import { studentKinds, type TextKind } from '../../corpora/sources.ts'
import type { LabelledItem } from '../dataset.ts'
import type { TrainingSet } from './train-bag.ts'

/** Kinds of machine texts that resemble students' work, besides those of students themselves. */
const closeMachineKinds: ReadonlySet<TextKind> = new Set(['debate', 'other'])
/** The weight of texts unlike students' writing, included so that no kind of prose is entirely unknown. */
const farWeight = 0.2
const lowWeight = 0.5
/** A source of n texts is weighted by n to the power of one minus this, so that a large one does not dominate a small one. */
const sourcePower = 0.3

function isClose({ item, ai }: LabelledItem): boolean {
  return studentKinds.has(item.source.kind) || item.source.kind === 'debate' || (ai && closeMachineKinds.has(item.source.kind))
}

/** Weights texts so that no large source dominates, students' writing leads, and both labels count the same. */
export function trainingSetOf(examples: readonly LabelledItem[], isForTraining: (example: LabelledItem) => boolean): TrainingSet {
  const texts = Int32Array.from(examples.flatMap((example, i) => (isForTraining(example) ? [i] : [])))
  const chosen = Array.from(texts, (text) => examples[text] as LabelledItem)
  const counts = new Map<string, number>()
  const key = ({ item, ai }: LabelledItem): string => `${item.source.name} ${ai}`
  for (const example of chosen) counts.set(key(example), (counts.get(key(example)) ?? 0) + 1)
  const weights = Float64Array.from(chosen, (example) => {
    const use = example.item.source.use === 'low' ? lowWeight : 1
    return ((isClose(example) ? 1 : farWeight) * use) / (counts.get(key(example)) ?? 1) ** sourcePower
  })
  for (const ai of [false, true]) {
    const sum = chosen.reduce((total, example, i) => (example.ai === ai ? total + (weights[i] as number) : total), 0)
    chosen.forEach((example, i) => {
      if (example.ai === ai) weights[i] = ((weights[i] as number) * chosen.length) / 2 / sum
    })
  }
  return { texts, ai: Uint8Array.from(chosen, ({ ai }) => (ai ? 1 : 0)), weights }
}
