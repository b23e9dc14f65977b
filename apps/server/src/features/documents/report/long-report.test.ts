import type { Document, Report } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

test('returns a complete report of a million characters in little more than three times its text', async () => {
  const ana = await testApp.teacher('ana')
  const allowed = { custom_word_limit_override: 1_000_000 }
  expect((await ana.call('PUT', '/admin/teachers/ana/usage-limits', allowed)).status).toBe(200)
  for (const separator of [' ', '\n\n']) {
    const text = Array.from({ length: 22_000 }, (_, i) => `We walked to the river on day number ${i}.`).join(
      separator,
    )
    const { id, word_count } = await ana.finished(
      ((await ana.call('POST', '/documents/text', { text })).body as Document).id,
    )
    expect(word_count).toBe(22_000 * 9)
    const answer = await ana.call('GET', `/results/document/${id}`)
    const { results, paragraph_results, detail } = answer.body as Report
    expect(detail).toEqual({ sentences: 22_000, alone: 2_000 })
    expect(results.map(({ paragraph_text }) => paragraph_text).join('\n\n')).toBe(text)
    for (const { paragraph_text, spans } of results)
      expect(spans.map((span) => span.text).join('')).toBe(paragraph_text)
    expect(paragraph_results).toEqual(results.map((paragraph) => ({ ...paragraph, spans: [] })))
    expect(answer.text.length).toBeLessThan(3.2 * text.length + 1_500_000)
  }
})
