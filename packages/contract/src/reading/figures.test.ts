import { expect, it } from 'vitest'
import { showScore } from '../score.ts'
import { makeFigures } from './figures.ts'

it.each([0, 0.001, 0.0825, 0.5, 0.8245, 0.999, 1])('writes a score of %s in English as the rest of the product does', (score) => {
  expect(makeFigures('en-GB').score(score)).toBe(showScore(score))
})

it('writes numbers as the reader does', () => {
  expect(makeFigures('fr-FR').score(0.824)).toMatch(/^82,4\s%$/)
  expect(makeFigures('en-GB').count(4_812)).toBe('4,812')
  expect(makeFigures('en-GB').rate(0.0104)).toBe('1.0%')
})
