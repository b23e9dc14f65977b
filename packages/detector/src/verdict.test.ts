import { describe, expect, it } from 'vitest'
import { findingOf, labelOf } from './verdict.ts'

const whole = { inPassages: 400, words: 400 }
const part = { inPassages: 120, words: 400 }

describe('the finding', () => {
  it.each([
    [0, 'no-evidence'],
    [0.299, 'no-evidence'],
    [0.3, 'inconclusive'],
    [0.499, 'inconclusive'],
    [0.5, 'ai-likely'],
    [0.55, 'ai-likely'],
    [1, 'ai-likely'],
  ] as const)('of a score of %d in a text that lies wholly in passages is %s', (score, finding) => {
    expect(findingOf(score, whole)).toBe(finding)
  })

  it('reaches a finding at the same score, whether all or a part of the text lies in passages', () => {
    expect(findingOf(0.5, part)).toBe('mixed')
    expect(findingOf(0.499, part)).toBe('inconclusive')
  })

  it('is about most of the text from three quarters of its words on', () => {
    expect(findingOf(0.9, { inPassages: 750, words: 1_000 })).toBe('ai-likely')
    expect(findingOf(0.9, { inPassages: 749, words: 1_000 })).toBe('mixed')
  })

  it('is about most of a short text when fewer than 75 words lie outside of its passages', () => {
    expect(findingOf(0.9, { inPassages: 76, words: 150 })).toBe('ai-likely')
    expect(findingOf(0.9, { inPassages: 75, words: 150 })).toBe('mixed')
  })
})

describe('the label', () => {
  it.each([
    [null, 'insufficient-text'],
    [0.499, 'human-written'],
    [0.5, 'ai-generated'],
  ] as const)('of a score of %s is %s', (score, label) => {
    expect(labelOf(score)).toBe(label)
  })

  it('says AI exactly where there is a finding', () => {
    for (let score = 0; score <= 1; score += 0.001)
      expect(labelOf(score) === 'ai-generated').toBe(['ai-likely', 'mixed'].includes(findingOf(score, part)))
  })
})
