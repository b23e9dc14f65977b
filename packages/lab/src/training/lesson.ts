import { studentKinds, type TextKind } from '../corpora/sources.ts'
import type { Pupil } from './pupils.ts'
import type { Lesson } from './train-bag.ts'

/** Kinds of machine texts that stand for what students hand in, beside those of students themselves. */
const closeMachineKinds: ReadonlySet<TextKind> = new Set(['debate', 'other'])
/** What is far from students' writing counts this much: it is there so that no kind of prose is wholly unknown. */
const farWeight = 0.2
const lowWeight = 0.5
/** A source of n texts counts n to the power of one less this: a large one does not drown a small one. */
const sourcePower = 0.3

function isClose({ item, ai }: Pupil): boolean {
  return studentKinds.has(item.source.kind) || item.source.kind === 'debate' || (ai && closeMachineKinds.has(item.source.kind))
}

/** Weighs texts so that a large source does not drown a small one , students' writing leads, and both labels count the same. */
export function lessonOf(pupils: readonly Pupil[], isTaught: (pupil: Pupil) => boolean): Lesson {
  const texts = Int32Array.from(pupils.flatMap((pupil, i) => (isTaught(pupil) ? [i] : [])))
  const taught = Array.from(texts, (text) => pupils[text] as Pupil)
  const counts = new Map<string, number>()
  const key = ({ item, ai }: Pupil): string => `${item.source.name} ${ai}`
  for (const pupil of taught) counts.set(key(pupil), (counts.get(key(pupil)) ?? 0) + 1)
  const weights = Float64Array.from(taught, (pupil) => {
    const use = pupil.item.source.use === 'low' ? lowWeight : 1
    return ((isClose(pupil) ? 1 : farWeight) * use) / (counts.get(key(pupil)) ?? 1) ** sourcePower
  })
  for (const ai of [false, true]) {
    const sum = taught.reduce((total, pupil, i) => (pupil.ai === ai ? total + (weights[i] as number) : total), 0)
    taught.forEach((pupil, i) => {
      if (pupil.ai === ai) weights[i] = ((weights[i] as number) * taught.length) / 2 / sum
    })
  }
  return { texts, ai: Uint8Array.from(taught, ({ ai }) => (ai ? 1 : 0)), weights }
}
