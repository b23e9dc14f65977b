import type { Kind } from '@penmark/detector/lab'
import { describe, expect, it } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { randomStream } from '../random.ts'
import { chooseCuts } from './calibration.ts'
import type { Example } from './prepared.ts'
import type { Unseen } from './stretches.ts'

const random = randomStream(2)
const students = sources.filter(({ kind, use }) => use === 'train' && (kind === 'school' || kind === 'university')).slice(0, 6)

/** Texts of 100 words whose log-odds are those of their kind, give or take two. */
function texts(kind: Kind | null, middle: number, count: number): Unseen[] {
  return Array.from({ length: count }, (_, i) => {
    const source = students[i % students.length] as Item['source']
    const odds = middle + 4 * (random() - 0.5)
    const item: Item = { text: '', label: 'human', source, cluster: i, fold: 5, use: 'train' }
    const example = { item, ai: false, words: 100, facts: { size: 120 } } as Example
    return { example, odds: () => odds, kind: () => kind }
  })
}

describe('cuts', () => {
  const { knots, kindCuts } = chooseCuts(
    [...texts('school-essay', -4, 1200), ...texts('academic', 1, 1200), ...texts('narrative', 0, 20)],
    1,
  )
  const halfOf = (kind: Kind): number | undefined => kindCuts.find((cuts) => cuts.kind === kind)?.knots.at(-1)?.half

  it('lie lower for a kind whose human texts score lower', () => {
    expect(halfOf('school-essay')).toBeLessThan(-1)
    expect(halfOf('academic')).toBeGreaterThan(2)
  })

  it('are the strictest of all where the kind is in doubt or too few texts speak for it', () => {
    expect(knots.at(-1)?.half).toBeGreaterThanOrEqual(halfOf('academic') ?? 0)
    expect(halfOf('narrative')).toBeUndefined()
  })

  it('are stricter still for personal statements, which no text could calibrate', () => {
    expect(halfOf('personal-writing')).toBeGreaterThanOrEqual((knots.at(-1)?.half ?? 0) + 2)
  })
})
