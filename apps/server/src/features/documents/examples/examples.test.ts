import { apiBase, Report } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sampleTexts } from '../samples/samples.ts'

let testApp: TestApp
let reportsMade = 0
let shouldFail = false
beforeAll(async () => {
  testApp = await startTestApp({
    works: false,
    wrap: (pipeline) => ({
      report: async (...given) => {
        reportsMade += 1
        if (shouldFail) throw new Error('The detector is not there.')
        return pipeline.report(...given)
      },
    }),
  })
})
afterAll(() => testApp.close())

const read = (example: string) => testApp.app.inject({ url: `${apiBase}/examples/${example}` })

test('tries again after a failure', async () => {
  shouldFail = true
  expect((await read('ai')).statusCode).toBe(500)
  shouldFail = false
  expect((await read('ai')).statusCode).toBe(200)
})

test('shows the whole report to anyone, and creates it once', async () => {
  reportsMade = 0
  const answers = await Promise.all(Array.from({ length: 5 }, () => read('student')))
  for (const answer of answers) expect(answer.statusCode).toBe(200)
  expect(reportsMade).toBe(1)
  const report = Report.parse(answers[0]?.json())
  expect(report.status).toBe('COMPLETED')
  expect(report.results.map(({ paragraph_text }) => paragraph_text).join('')).toContain(
    sampleTexts.student.slice(0, 60),
  )
  expect(report.checks).toHaveLength(1)
})

test('knows no other example', async () => {
  expect((await read('mixed')).statusCode).toBe(422)
})
