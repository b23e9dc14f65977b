import { expect, test } from 'vitest'
import { emptyReport } from './report.ts'

test('the report of a document without a result has every field, and states nothing', () => {
  const stated = {
    document_id: 'd',
    status: 'QUEUED',
    status_reason: null,
    words: 412,
    words_needed: 50,
  } as const
  const { may_recheck, ...report } = emptyReport(stated)
  expect(may_recheck).toBe(false)
  expect(report).toMatchObject({ ...stated, score: null, evidence: null, facts: [], checks: [] })
  const others = Object.entries(report).filter(([name]) => !(name in stated))
  expect(others.every(([, value]) => value === null || (Array.isArray(value) && value.length === 0))).toBe(
    true,
  )
})
