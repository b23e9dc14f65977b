import { expect, test } from 'vitest'
import { problemStatus } from './problem.ts'

test('only a used-up allowance answers 429, on which the web offers an upgrade', () => {
  const answering = Object.entries(problemStatus).filter(([, status]) => status === 429)
  expect(answering.map(([code]) => code)).toEqual(['allowance_exceeded'])
})
