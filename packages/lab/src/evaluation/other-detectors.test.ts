import { expect, test } from 'vitest'
import { gptZeroOf } from './other-detectors.ts'

test('reads the judgement of GPTZero in both forms in which sources state it', () => {
  expect(gptZeroOf({ meta: { gptzero: { ai: 0.87, mixed: 0.13, human: 0 } } })).toBe(0.87)
  expect(gptZeroOf({ meta: { gptzero: { perplexity: 69.5, completely_generated: 0.02 } } })).toBe(0.02)
  expect(gptZeroOf({ meta: { year: 2026 } })).toBeNull()
  expect(gptZeroOf({})).toBeNull()
})
