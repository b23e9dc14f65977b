import type { AuditEntry, BatchUpload, ClassGroup, Document } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let administrator: TestTeacher

beforeAll(async () => {
  testApp = await startTestApp({ works: false, adminEmails: ['root@school.example'] })
  ana = await testApp.teacher('ana')
  administrator = await testApp.teacher('root')
  const profile = {
    first_name: 'Root',
    last_name: 'Sol',
    school_name: 'Hill',
    role: 'teacher',
    country: 'ES',
    state_county: 'Soria',
  }
  await administrator.call('PUT', '/teachers/me', profile)
})
afterAll(() => testApp.close())

const paste = async (teacher: TestTeacher, fields: object = {}) =>
  (await teacher.call('POST', '/documents/text', { text: prose(60), ...fields })).body as Document
const mark = (teacher: TestTeacher, id: string, written_in_class: unknown) =>
  teacher.call('PUT', `/documents/${id}/written-in-class`, { written_in_class })
const read = async (id: string) => (await ana.call('GET', `/documents/${id}`)).body as Document
const listed = async (query: string) =>
  ((await ana.call('GET', `/documents?${query}`)).body as Document[]).map(({ id }) => id)
const audited = async (target: string) =>
  ((await administrator.call('GET', '/admin/audit?limit=100')).body as AuditEntry[]).filter(
    ({ target_id }) => target_id === target,
  )

test('marks a document as written in class and removes the mark; repeating changes nothing and is not recorded again', async () => {
  const { id, written_in_class } = await paste(ana)
  expect(written_in_class).toBe(false)
  expect(await mark(ana, id, true)).toMatchObject({ status: 200, body: { id, written_in_class: true } })
  expect(await mark(ana, id, true)).toMatchObject({ status: 200, body: { id, written_in_class: true } })
  expect(await audited(id)).toMatchObject([
    { action: 'document.mark-written-in-class', details: { documents: 1 } },
  ])
  expect(await mark(ana, id, false)).toMatchObject({ status: 200, body: { id, written_in_class: false } })
  expect((await audited(id)).map(({ action }) => action)).toEqual([
    'document.unmark-written-in-class',
    'document.mark-written-in-class',
  ])
  expect(await read(id)).toMatchObject({ written_in_class: false })
})

test("answers 404 for another teacher's document, a deleted one and an invalid id, and 422 without the mark", async () => {
  const { id } = await paste(ana)
  const bo = await testApp.teacher('bo')
  expect(await mark(bo, id, true)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await mark(ana, 'x', true)).status).toBe(404)
  expect(await mark(ana, id, 'perhaps')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['written_in_class'] }] },
  })
  expect(await read(id)).toMatchObject({ written_in_class: false })
  await ana.call('DELETE', `/documents/${id}`)
  expect((await mark(ana, id, true)).status).toBe(404)
  expect(await audited(id)).toEqual([])
})

test('marks everything in an upload, recorded once: a file, several files, and pasted text', async () => {
  const file = (name: string) => ({ name, content: prose(60) })
  const one = (await ana.upload('/documents/upload', 'file', [file('a.txt')], { written_in_class: 'true' }))
    .body as Document
  const batch = (
    await ana.upload('/documents/batch', 'files', [file('b.txt'), file('c.txt')], {
      written_in_class: 'true',
    })
  ).body as BatchUpload
  const pasted = await paste(ana, { written_in_class: true })
  for (const id of [one.id, ...batch.document_ids, pasted.id])
    expect(await read(id)).toMatchObject({ written_in_class: true })
  expect(await audited(batch.batch_id)).toMatchObject([
    { action: 'document.mark-written-in-class', details: { documents: 2 } },
  ])
  expect(await audited(one.id)).toHaveLength(1)
  expect(await audited(pasted.id)).toHaveLength(1)
})

test('lists and counts only marked documents, or only the others, beside other filters', async () => {
  const { body } = await ana.call('POST', '/class-groups', { class_name: '9C' })
  const { id: class_group_id } = body as ClassGroup
  const written = await paste(ana, { class_group_id, written_in_class: true })
  const other = await paste(ana, { class_group_id })
  expect(await listed(`class_group_id=${class_group_id}&written_in_class=true`)).toEqual([written.id])
  expect(await listed(`class_group_id=${class_group_id}&written_in_class=false`)).toEqual([other.id])
  expect(await listed(`class_group_id=${class_group_id}`)).toEqual([other.id, written.id])
  expect(
    (await ana.call('GET', `/documents/count?class_group_id=${class_group_id}&written_in_class=true`)).body,
  ).toEqual({ total: 1 })
})

test('names the mark in the class export and in the export of the account', async () => {
  const { body } = await ana.call('POST', '/class-groups', { class_name: '9D' })
  const { id: class_group_id } = body as ClassGroup
  const written = await paste(ana, { class_group_id, written_in_class: true })
  await paste(ana, { class_group_id })
  const { text } = await ana.call('GET', `/class-groups/${class_group_id}/csv?language=fr-FR`)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toMatch(/;Écrit en classe;Où en est le texte;/)
  expect(lines.filter((line) => line.includes(';Oui;'))).toHaveLength(1)
  const { text: everything } = await ana.call('GET', '/teachers/me/export')
  const documents = (JSON.parse(everything) as { documents: { id: string; written_in_class: boolean }[] })
    .documents
  expect(documents.find(({ id }) => id === written.id)).toMatchObject({ written_in_class: true })
})
