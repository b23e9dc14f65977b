import { expect, test } from 'vitest'
import { confidenceOf, readScore, scoreColour, showScore, verdictOf } from './score.ts'

test("reads a score from each of the specification's fields, in its order", () => {
  expect(readScore({ ai_score: 0.1, score: 0.2 })).toBe(0.1)
  expect(readScore({ ai_score: null, score: 0.2, result: { score: 0.3 } })).toBe(0.2)
  expect(readScore({ result: { score: 0.3 }, assessment_result: { score: 0.4 } })).toBe(0.3)
  expect(readScore({ assessment_result: { score: 0.4 } })).toBe(0.4)
  expect(readScore({ score: 'high', result: null })).toBeNull()
})

test('reads values above 1 as a percentage, and 1 as 100%', () => {
  expect([1, 1.5, 75, 250].map((score) => readScore({ score }))).toEqual([1, 0.015, 0.75, 1])
  expect([-0.1, Number.NaN, Number.POSITIVE_INFINITY].map((score) => readScore({ score }))).toEqual([
    null,
    null,
    null,
  ])
})

test('shows one decimal, or N/A without a score', () => {
  expect([0, 0.5, 0.8245, 1, null].map(showScore)).toEqual(['0.0%', '50.0%', '82.5%', '100.0%', 'N/A'])
})

test('is red from 70, amber from 30, green below', () => {
  expect([1, 0.7, 0.699, 0.3, 0.299, 0].map(scoreColour)).toEqual([
    'red',
    'red',
    'amber',
    'amber',
    'green',
    'green',
  ])
})

test('says AI Detected from 50% and Human Written below', () => {
  expect(verdictOf(0.5, null)).toBe('AI Detected')
  expect(verdictOf(0.499, null)).toBe('Human Written')
})

test('follows the label if it disagrees with the score, and gives no verdict for a text that is too short', () => {
  expect(verdictOf(0.2, 'ai-generated')).toBe('AI Detected')
  expect(verdictOf(0.2, 'human-written')).toBe('Human Written')
  expect(verdictOf(0.9, 'insufficient-text')).toBe('Not enough text to judge')
  expect(verdictOf(null, null)).toBe('Not enough text to judge')
})

test('states more confidence the further a score is from 50%; 20, 40, 60 and 80 count as the higher level', () => {
  const confidences = [0, 0.2, 0.201, 0.4, 0.401, 0.5, 0.599, 0.6, 0.799, 0.8, 1].map(confidenceOf)
  expect(confidences).toEqual([
    'High',
    'High',
    'Medium',
    'Medium',
    'Low',
    'Low',
    'Low',
    'Medium',
    'Medium',
    'High',
    'High',
  ])
  expect(confidenceOf(null)).toBeNull()
})
