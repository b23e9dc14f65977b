import { describe, expect, test } from 'vitest'
import { findingOf, labelOf } from './verdict.ts'

const whole = { inPassages: 400, words: 400 }
const part = { inPassages: 120, words: 400 }

describe('the finding', () => {
  test.each([
    [0, 'no-evidence'],
    [0.299, 'no-evidence'],
    [0.3, 'inconclusive'],
    [0.499, 'inconclusive'],
    [0.5, 'ai-likely'],
    [0.55, 'ai-likely'],
    [1, 'ai-likely'],
  ] as const)('for a score of %d in a text that is marked throughout is %s', (score, finding) => {
    expect(findingOf(score, whole)).toBe(finding)
  })

  test('is reached at the same score whether all or part of the text is marked', () => {
    expect(findingOf(0.5, part)).toBe('mixed')
    expect(findingOf(0.499, part)).toBe('inconclusive')
  })

  test('concerns most of the text if at least three quarters of its words are marked', () => {
    expect(findingOf(0.9, { inPassages: 750, words: 1_000 })).toBe('ai-likely')
    expect(findingOf(0.9, { inPassages: 749, words: 1_000 })).toBe('mixed')
  })

  test('concerns most of a short text if fewer than 75 words are unmarked', () => {
    expect(findingOf(0.9, { inPassages: 76, words: 150 })).toBe('ai-likely')
    expect(findingOf(0.9, { inPassages: 75, words: 150 })).toBe('mixed')
  })
})

describe('the label', () => {
  test.each([
    [null, 'insufficient-text'],
    [0.499, 'human-written'],
    [0.5, 'ai-generated'],
  ] as const)('for a score of %s is %s', (score, label) => {
    expect(labelOf(score)).toBe(label)
  })

  test('is AI exactly if there is a finding', () => {
    for (let score = 0; score <= 1; score += 0.001)
      expect(labelOf(score) === 'ai-generated').toBe(['ai-likely', 'mixed'].includes(findingOf(score, part)))
  })
})
