import { randomUUID } from 'node:crypto'
import type { Document } from '@penmark/contract'
import { profileOf } from '@penmark/detector/authorship'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../services/database/database.ts'
import { createFaults } from '../../../testing/faults/faults.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { insertTexts } from './store.ts'
import { type ProfileMethod, readWritingProfiles } from './writing-profiles.ts'

const faults = createFaults()
let testApp: TestApp
let ana: TestTeacher
let document: Document
beforeAll(async () => {
  testApp = await startTestApp({ faults })
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const { id } = (await ana.call('POST', '/documents/text', { text: `${prose(300)} ${randomUUID()}` }))
    .body as Document
  document = await ana.finished(id)
})
afterEach(() => faults.clear())

const method = { version: 1, profileOf }
const read = async (database: Database = testApp.database, by: ProfileMethod = method) => {
  const profiles = await readWritingProfiles(database, document.teacher_id, [document.id], by)
  return profiles.get(document.id)?.style
}
const replaceText = (text: string) =>
  testApp.database.query('update document_texts set text = $2 where document_id = $1', [document.id, text])
const other = 'Why? I do not know! Nobody does.'
const styleOf = (text: string) => profileOf(text).style

test('reads a text once, and again when the document has another text', async () => {
  const first = await read()
  await replaceText(other)
  expect(await read()).toEqual(first)
  await insertTexts(testApp.database, [{ document_id: document.id, text: other }])
  expect(await read()).toEqual(styleOf(other))
})

test('reads a text again that was read by an earlier version', async () => {
  await read()
  await replaceText(other)
  expect(await read(testApp.database, { ...method, version: 2 })).toEqual(styleOf(other))
})

test('keeps nothing of a text that is replaced while it is read', async () => {
  const replacing: Database = {
    ...testApp.database,
    orm: testApp.database.orm,
    query: async (statement, values) => {
      await insertTexts(testApp.database, [{ document_id: document.id, text: other }])
      return testApp.database.query(statement, values)
    },
  }
  expect(await read(replacing)).not.toEqual(styleOf(other))
  expect(await read()).toEqual(styleOf(other))
})

test('reads a text while the disk is full, but hides no other failure', async () => {
  faults.failQuery('update document_texts', { sqlState: '53100' })
  expect(await read()).toHaveLength(10)
  faults.failQuery('update document_texts', { sqlState: '57014' })
  await expect(read()).rejects.toThrow()
})

test('leaves out the documents of another teacher', async () => {
  expect(await readWritingProfiles(testApp.database, randomUUID(), [document.id], method)).toEqual(new Map())
})
