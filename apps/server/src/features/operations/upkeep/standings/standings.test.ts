import type { BatchUpload, Overview } from '@penmark/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { checkStandings } from './check-standings.ts'
import { countStandings } from './count-standings.ts'

let testApp: TestApp
let ana: TestTeacher
let batch_id: string
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${name}${nth}x`).join(' ')
  const files = ['Leo', 'Theo'].map((name) => ({
    name: `${name}.txt`,
    content: `${words(name, 70)} ${words('shared', 60)}`,
  }))
  const { body } = await ana.upload('/documents/batch', 'files', files)
  batch_id = (body as BatchUpload).batch_id
  await vi.waitFor(
    async () => {
      const { figures, sharing_groups } = await overview()
      expect([figures.needs_you, sharing_groups.length]).toEqual([2, 1])
    },
    { timeout: 120_000 },
  )
})
afterAll(() => testApp.close())

const overview = async () => (await ana.call('GET', `/overview?batch_id=${batch_id}`)).body as Overview

test('documents of an earlier version are counted as they would have been when they came', async () => {
  const { figures, sharing_groups } = await overview()
  await testApp.database.script(`
    update documents set standing = null, standing_reasons = '{}', standing_sort = 0;
    delete from standing_evidence; delete from shared_texts;`)
  expect((await overview()).figures.documents).toBe(0)
  await countStandings(testApp)
  const again = await overview()
  expect(again.figures).toEqual(figures)
  expect(again.sharing_groups).toEqual(sharing_groups)
})

test('a document that is counted wrongly is reported as a defect, and stays as it is', async () => {
  const logger = pino({ level: 'silent' })
  expect(await checkStandings({ ...testApp, logger })).toEqual([])
  await testApp.database.query("update documents set standing = 'nothing-found'")
  await expect.poll(() => checkStandings({ ...testApp, logger })).not.toEqual([])
  expect((await overview()).figures).toMatchObject({ needs_you: 0, nothing_found: 2 })
})
