import { expect, test } from 'vitest'
import { confidenceOf, readScore, scoreColour, showScore, verdictOf } from './score.ts'

test('reads a score from every place that the specification names, the first one first', () => {
  expect(readScore({ ai_score: 0.1, score: 0.2 })).toBe(0.1)
  expect(readScore({ ai_score: null, score: 0.2, result: { score: 0.3 } })).toBe(0.2)
  expect(readScore({ result: { score: 0.3 }, assessment_result: { score: 0.4 } })).toBe(0.3)
  expect(readScore({ assessment_result: { score: 0.4 } })).toBe(0.4)
  expect(readScore({ score: 'high', result: null })).toBeNull()
})

test('takes what is above 1 for a percentage, and 1 for the whole', () => {
  expect([1, 1.5, 75, 250].map((score) => readScore({ score }))).toEqual([1, 0.015, 0.75, 1])
  expect([-0.1, Number.NaN, Number.POSITIVE_INFINITY].map((score) => readScore({ score }))).toEqual([null, null, null])
})

test('shows one decimal, and N/A where there is no score', () => {
  expect([0, 0.5, 0.8245, 1, null].map(showScore)).toEqual(['0.0%', '50.0%', '82.5%', '100.0%', 'N/A'])
})

test('is red from 70, amber from 30, green below', () => {
  expect([1, 0.7, 0.699, 0.3, 0.299, 0].map(scoreColour)).toEqual(['red', 'red', 'amber', 'amber', 'green', 'green'])
})

test('calls a score of 50% AI and anything below it human', () => {
  expect(verdictOf(0.5, null)).toBe('AI Detected')
  expect(verdictOf(0.499, null)).toBe('Human Written')
})

test('follows the label below 50%, and judges nothing where there is too little text', () => {
  expect(verdictOf(0.2, 'ai-generated')).toBe('AI Detected')
  expect(verdictOf(0.2, 'human-written')).toBe('Human Written')
  expect(verdictOf(0.9, 'insufficient-text')).toBe('Not enough text to judge')
  expect(verdictOf(null, null)).toBe('Not enough text to judge')
})

test('is as confident as the score is far from the middle: 20, 40, 60 and 80 belong to the surer side', () => {
  const confidences = [0, 0.2, 0.201, 0.4, 0.401, 0.5, 0.599, 0.6, 0.799, 0.8, 1].map(confidenceOf)
  expect(confidences).toEqual(['High', 'High', 'Medium', 'Medium', 'Low', 'Low', 'Low', 'Medium', 'Medium', 'High', 'High'])
  expect(confidenceOf(null)).toBeNull()
})
