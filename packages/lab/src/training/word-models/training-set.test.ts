import { expect, test } from 'vitest'
import { sources } from '../../corpora/sources.ts'
import type { LabelledItem } from '../dataset/dataset.ts'
import { trainingSetOf } from './train-word-models.ts'

function texts(name: string, label: 'human' | 'ai', domain: string, count: number): LabelledItem[] {
  const source = sources.find((one) => one.name === name)
  if (source === undefined) throw new Error(`the source ${name} is gone`)
  return Array.from({ length: count }, (_, cluster) => ({
    item: { text: '', label, domain, source, cluster, fold: 5, use: 'train' },
    ai: label === 'ai',
  }))
}

test('a story is as likely to be by a person as by a machine, and so is every text', () => {
  const examples = [
    ...texts('brown', 'human', 'story', 10),
    ...texts('persuade1_fp2021', 'human', 'essay', 300),
    ...texts('slop_stories_2025', 'ai', 'story', 200),
    ...texts('storybench2025', 'ai', 'story', 200),
    ...texts('slop_essays_2025', 'ai', 'essay', 100),
  ]
  const { weights, positive } = trainingSetOf(examples, () => true)
  const weightOf = (ai: number, isStory: boolean): number =>
    examples.reduce(
      (sum, { item }, i) =>
        positive[i] === ai && (item.domain === 'story') === isStory ? sum + (weights[i] as number) : sum,
      0,
    )
  expect(weightOf(1, true)).toBeCloseTo(weightOf(0, true))
  expect(weightOf(1, false)).toBeCloseTo(weightOf(0, false))
  expect(weightOf(0, true)).toBeGreaterThan(0)
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(examples.length)
})
