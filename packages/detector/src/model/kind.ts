import { kindMeasures, measureKind, selfMeasure } from '../features/kind-measures.ts'
import type { TokenFacts } from '../features/token-facts.ts'

/** Kinds of writing that a classifier recognises by their rates of words and marks; a personal statement is recognised by its first person alone. */
export const classifiedKinds = ['school-essay', 'learner', 'academic', 'narrative', 'other', 'abstract'] as const
export type ClassifiedKind = (typeof classifiedKinds)[number]
export type Kind = ClassifiedKind | 'personal-writing'

/** A linear model over the measures of kind: `mean` and `spread` per measure, `weights[k * measures + i]`, `bias` per kind. */
export interface KindHead {
  mean: number[]
  spread: number[]
  weights: number[]
  bias: number[]
}

/** From this rate of "I", "me" and "my" on, a text is a personal statement. */
const personalFrom = 0.04
/** A kind below this probability is unclear. */
const sureFrom = 0.5

/** Probabilities of the classified kinds. */
export function kindProbabilities(head: KindHead, measures: ArrayLike<number>): number[] {
  const logits = classifiedKinds.map((_, k) => {
    let sum = head.bias[k] as number
    for (let i = 0; i < kindMeasures; i++)
      sum +=
        (head.weights[k * kindMeasures + i] as number) * (((measures[i] as number) - (head.mean[i] as number)) / (head.spread[i] as number))
    return sum
  })
  const top = Math.max(...logits)
  const all = logits.map((logit) => Math.exp(logit - top))
  const total = all.reduce((sum, value) => sum + value, 0)
  return all.map((value) => value / total)
}

/** The kind of a text; null where it is unclear. Learners' texts and school essays are distinguished last: together they may be certain. */
export function kindOf(head: KindHead, facts: TokenFacts, from = 0, to = facts.size): Kind | null {
  const measures = new Float64Array(kindMeasures)
  measureKind(facts, from, to, measures)
  if ((measures[selfMeasure] as number) >= personalFrom) return 'personal-writing'
  const probabilities = kindProbabilities(head, measures)
  const [school = 0, learner = 0] = probabilities
  if (school + learner >= sureFrom) return school >= learner ? 'school-essay' : 'learner'
  const best = probabilities.indexOf(Math.max(...probabilities))
  return (probabilities[best] as number) >= sureFrom ? (classifiedKinds[best] as ClassifiedKind) : null
}
