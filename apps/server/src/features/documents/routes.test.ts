import type { Document, Report } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHouse, type TestHouse } from '../../testing/house.ts'
import { prose } from '../../testing/text.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

test('takes pasted text to a report', async () => {
  const ana = await house.teacher('ana')
  const sent = await ana.call('POST', '/documents/text', { text: prose(300) })
  expect(sent.status).toBe(201)
  const document = await ana.finished((sent.body as Document).id)
  expect(document).toMatchObject({ status: 'COMPLETED', word_count: 300, file_type: 'txt', stage: null, queue_position: null })
  const report = (await ana.call('GET', `/results/document/${document.id}`)).body as Report
  expect(report).toMatchObject({ status: 'COMPLETED', score: document.score, label: document.label, words: 300 })
})
