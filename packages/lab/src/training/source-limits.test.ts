import type { Kind } from '@penmark/detector/lab'
import { describe, expect, it } from 'vitest'
import { type Cuts, keepSourceLimits } from './source-limits.ts'
import type { Stretch } from './stretches.ts'

const limit = { rate: 0.01, smallest: 80, step: 0.4 }
const kinds: readonly Kind[] = ['school-essay', 'narrative', 'other']

/** A source with a third of its texts in each kind; every twentieth of them lies at `high`, the rest far below every cut. */
function source(name: string, high: number): Stretch[] {
  return Array.from({ length: 240 }, (_, i) => ({
    length: 3,
    source: name,
    kind: kinds[i % kinds.length] ?? null,
    isStudent: true,
    isAbstract: false,
    odds: i % 20 === 0 ? high + (i % 7) / 100 : -9,
  }))
}

const cuts = (): Cuts => ({
  knots: [{ words: 30, half: 3, strict: 4 }],
  kindCuts: kinds.map((kind) => ({ kind, knots: [{ words: 30, half: 1, strict: 2 }] })),
})
const reached = ({ kindCuts }: Cuts, texts: readonly Stretch[]): number =>
  texts.filter(({ kind, odds }) => odds >= (kindCuts.find((one) => one.kind === kind)?.knots[0]?.half ?? 0)).length

describe('the limit of a source', () => {
  it('holds over all its kinds together, though it has too few texts of each to speak for itself', () => {
    const straying = source('one that strays', 1.5)
    const chosen = cuts()
    expect(reached(chosen, straying)).toBe(12)
    keepSourceLimits(chosen, straying, limit)
    expect(reached(chosen, straying)).toBeLessThanOrEqual(2)
  })

  it('leaves the cuts alone where every source keeps it', () => {
    const chosen = cuts()
    keepSourceLimits(chosen, source('one that does not', -8.5), limit)
    expect(chosen).toEqual(cuts())
  })

  it('keeps the step between the scores 0.5 and 0.7', () => {
    const chosen = cuts()
    keepSourceLimits(chosen, source('far above', 6), limit)
    for (const { knots } of chosen.kindCuts)
      for (const { half, strict } of knots) expect(strict - half).toBeGreaterThanOrEqual(limit.step - 1e-9)
  })

  it('says nothing for a source with few texts', () => {
    const chosen = cuts()
    keepSourceLimits(chosen, source('few', 6).slice(0, 60), limit)
    expect(chosen).toEqual(cuts())
  })
})
