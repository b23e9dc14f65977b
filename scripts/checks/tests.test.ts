import { expect, test } from 'vitest'
import { addCounts, countTests, summary } from './tests.ts'

const file = (status: string, ...tests: string[]) => ({
  name: '/app/login.test.ts',
  status,
  message: status === 'failed' ? 'Cannot find module' : '',
  assertionResults: tests.map((each, at) => ({
    status: each,
    fullName: `test ${at + 1}`,
    failureMessages: each === 'failed' ? ['expected 1 to be 2\nat login.test.ts:3'] : [],
  })),
})

test('counts passed, failed and every kind of skipped test', () => {
  const report = {
    success: false,
    testResults: [file('failed', 'passed', 'failed', 'skipped', 'pending', 'todo'), file('passed', 'passed')],
  }
  expect(countTests(report, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 3 })
})

test('a test file that cannot be loaded counts as a failure and is named', () => {
  const counts = countTests({ success: false, testResults: [file('failed'), file('passed', 'passed')] }, 1)
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['/app/login.test.ts\n  Cannot find module'],
  })
})

test('a run that crashes never counts as a success', () => {
  expect(countTests({ success: true, testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
  expect(countTests(null, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

test('the output ends with the failed tests, their reasons and one line of totals', () => {
  const counts = addCounts([
    countTests({ success: true, testResults: [file('passed', 'passed', 'skipped')] }, 0),
    countTests({ success: false, testResults: [file('failed', 'passed', 'failed')] }, 1),
  ])
  expect(summary(counts)).toBe(`FAILED /app/login.test.ts > test 2
  expected 1 to be 2
  at login.test.ts:3
2 passed, 1 failed, 1 skipped`)
})
