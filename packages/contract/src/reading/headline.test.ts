import { describe, expect, it } from 'vitest'
import { type Finding, findings } from '../score.ts'
import { headlineOf } from './headline.ts'

const lead = (finding: Finding | null, ai_share: number | null, score: number | null = 0.9) =>
  headlineOf({ finding, ai_share, score, label: score === null ? 'insufficient-text' : score >= 0.5 ? 'ai-generated' : 'human-written' })

describe('the sentence that leads a report', () => {
  it.each([
    ['ai-likely', 0.94, 'headline.most', 0.94],
    ['ai-likely', 1, 'headline.all', null],
    ['ai-likely', null, 'headline.whole', null],
    ['mixed', 0.28, 'headline.part', 0.28],
    ['mixed', 0.002, 'headline.parts', null],
    ['mixed', 1, 'headline.parts', null],
    ['inconclusive', 0.4, 'headline.unusual', null],
    ['no-evidence', 0.4, 'headline.nothing', null],
    ['insufficient-text', null, 'headline.too-short', null],
    ['unsupported-language', null, 'headline.not-english', null],
  ] as const)('of %s with a share of %s is %s and names %s', (finding, share, key, named) => {
    expect(lead(finding, share)).toMatchObject({ key, share: named })
  })

  it('never says "most" of a share below one half', () => {
    expect(lead('ai-likely', 0.34)).toMatchObject({ key: 'headline.whole', share: null })
  })

  it('follows the finding and not the score where an old result disagrees with itself', () => {
    expect(lead('inconclusive', null, 0.57).tone).toBe('unusual')
    expect(lead('no-evidence', null, 0.9).tone).toBe('nothing')
  })

  it('reads a result without a finding by its label and score', () => {
    expect(lead(null, null, 0.8).key).toBe('headline.whole')
    expect(lead(null, null, 0.1).key).toBe('headline.nothing')
    expect(lead(null, null, null).key).toBe('headline.too-short')
  })

  it('has a sentence for every finding', () => {
    for (const finding of findings) expect(lead(finding, 0.5).key).toMatch(/^headline\./)
  })
})
