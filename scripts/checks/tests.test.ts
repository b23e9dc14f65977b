import { expect, test } from 'vitest'
import { addCounts, countsLine, countTests } from './tests.ts'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

test('counts passed, failed and every kind of skipped test', () => {
  const report = {
    success: false,
    testResults: [file('failed', 'passed', 'failed', 'skipped', 'pending', 'todo'), file('passed', 'passed')],
  }
  expect(countTests(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 3 })
})

test('a file that cannot be loaded counts as a failure', () => {
  expect(countTests({ success: false, testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

test('a run that ends badly never counts as a success', () => {
  expect(countTests({ success: true, testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
  expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('adds the runs up to one plain line', () => {
  const counts = addCounts([
    { passed: 10, failed: 0, skipped: 1 },
    { passed: 5, failed: 2, skipped: 0 },
  ])
  expect(countsLine(counts)).toBe('15 passed, 2 failed, 1 skipped')
})
