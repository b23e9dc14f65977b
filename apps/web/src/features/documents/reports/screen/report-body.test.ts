import { expect, test } from 'vitest'
import { statusWords } from './report-body.tsx'

test('names a status as in the API, a reached limit as in the specification, and a missing one UNKNOWN', () => {
  expect(statusWords('QUEUED')).toBe('QUEUED')
  expect(statusWords('LIMIT_EXCEEDED')).toBe('Limit Exceeded')
  expect(statusWords(undefined)).toBe('UNKNOWN')
})
