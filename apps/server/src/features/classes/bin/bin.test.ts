import type { BinItem, ClassGroup, Document, Restored, Student } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayMs } from '../../../lib/durations.ts'
import { insertCase } from '../../../testing/records/case.ts'
import { insertComparison } from '../../../testing/records/comparison.ts'
import { insertSource } from '../../../testing/records/source.ts'
import { insertWriting } from '../../../testing/records/writing.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { sweepFiles } from '../../operations/upkeep/sweep-files.ts'
import { emptyBin } from './bin.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

let teachers = 0
let ana: TestTeacher
beforeEach(async () => {
  await emptyBin(testApp, new Date(Date.now() + 31 * dayMs))
  teachers += 1
  ana = await testApp.teacher(`ana-${teachers}`)
})

interface Everything {
  teacher_id: string
  student: string
  other: string
  class: string
  /** The document of the student in the class, and one that shares a passage with it. */
  document: string
  second: string
  'writing-task': string
  case: string
}

async function make<T = { id: string }>(address: string, fields: object): Promise<T> {
  return (await ana.call('POST', address, fields)).body as T
}

async function upload(name: string, owners: Record<string, string> = {}): Promise<string> {
  const { body } = await ana.upload(
    '/documents/upload',
    'file',
    [{ name, content: `${name} ${prose(80)}` }],
    owners,
  )
  return (await ana.finished((body as Document).id)).id
}

/** One of everything that can be deleted, all connected. */
async function makeEverything(): Promise<Everything> {
  const { database } = testApp
  const student = await make<Student>('/students', {
    first_name: 'Ida',
    last_name: 'Berg',
    external_student_id: '17',
  })
  const other = await make<Student>('/students', { first_name: 'Jo', last_name: 'Dahl' })
  const { id: class_group_id } = await make<ClassGroup>('/class-groups', {
    class_name: '7B',
    academic_year: '2026',
  })
  for (const { id } of [student, other])
    await ana.call('POST', `/class-groups/${class_group_id}/students/${id}`)
  const owners = { student_id: student.id, class_group_id }
  const document = await upload('first.txt', owners)
  const second = await upload('second.txt', owners)
  // The class is compared by itself, and each document with earlier ones; what is written then belongs to
  // what was there before.
  await vi.waitFor(
    async () => {
      expect(
        (await database.query("select 1 from overlap_comparisons where state = 'waiting'")).rows,
      ).toEqual([])
      expect(
        (await database.query('select 1 from fingerprinted_documents where compared_at is null')).rows,
      ).toEqual([])
    },
    { timeout: 20_000 },
  )
  await insertComparison(database, class_group_id, [document, second])
  await insertSource(database, { class_group_id, document_id: document, text: 'Chapter 3' })
  const { teacher_id } = student
  const case_id = await insertCase(database, {
    ...student,
    class_group_id,
    document_id: document,
    text: 'Ida Berg',
  })
  const { task_id, submission_id } = await insertWriting(database, {
    ...owners,
    teacher_id,
    text: 'My summer',
  })
  await database.query("update writing_submissions set document_id = $2, state = 'handed-in' where id = $1", [
    submission_id,
    second,
  ])
  await ana.call('PUT', '/teachers/me/retention', { days: 365, classes: [{ class_group_id, days: 100 }] })
  return {
    teacher_id,
    student: student.id,
    other: other.id,
    class: class_group_id,
    document,
    second,
    'writing-task': task_id,
    case: case_id,
  }
}

const addressOf = {
  document: '/documents',
  student: '/students',
  class: '/class-groups',
  'writing-task': '/writing-tasks',
  case: '/cases',
}
const kinds = ['document', 'student', 'class', 'writing-task', 'case'] as const
type Kind = (typeof kinds)[number]

const remove = (kind: Kind, id: string) => ana.call('DELETE', `${addressOf[kind]}/${id}`)
const restore = (id: string) => ana.call('POST', `/bin/${id}/restore`)
const listBin = async () => ((await ana.call('GET', '/bin')).body as { items: BinItem[] }).items
const read = async (kind: Kind, id: string) => (await ana.call('GET', `${addressOf[kind]}/${id}`)).status

const leftOut = [
  'audit_entries',
  'bin_items',
  'bin_references',
  'bin_rows',
  'mails',
  'migrations',
  'visitor_count',
  'visitor_secret',
  'webhook_deliveries',
]

/** Every row of every table, without the times of the last change. */
async function snapshot(): Promise<Record<string, unknown>> {
  const { rows } = await testApp.database.query(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const found: Record<string, unknown> = {}
  for (const name of rows.map((row) => String(row.name)).filter((each) => !leftOut.includes(each)))
    found[name] = (
      await testApp.database.query(
        `select to_jsonb(t) - 'updated_at' - 'last_used_at' as r from ${name} t order by 1`,
      )
    ).rows
  return found
}

/** How many rows of the product name this id or, if given, this text. */
async function tablesNaming(word: string): Promise<string[]> {
  const found = await snapshot()
  return Object.keys(found).filter((name) => JSON.stringify(found[name]).includes(word))
}

describe.each(kinds)('a deleted %s', (kind) => {
  test('comes back from the bin exactly as it was, with all that belonged to it', async () => {
    const everything = await makeEverything()
    const before = await snapshot()
    const readable = await read(kind, everything[kind])

    expect((await remove(kind, everything[kind])).status).toBe(200)
    expect(await read(kind, everything[kind])).toBe(404)
    expect(await listBin()).toMatchObject([{ id: everything[kind], kind }])
    expect(await snapshot()).not.toEqual(before)

    expect((await restore(everything[kind])).body).toMatchObject({ id: everything[kind], kind, changed: [] })
    expect(await listBin()).toEqual([])
    expect(await snapshot()).toEqual(before)
    expect(await read(kind, everything[kind])).toBe(readable)
    expect((await restore(everything[kind])).status).toBe(404)
  })

  test('comes back after everything else was deleted and restored in another order', async () => {
    const everything = await makeEverything()
    const before = await snapshot()
    const order = [kind, ...kinds.filter((each) => each !== kind)]
    for (const each of order)
      expect([each, (await remove(each, everything[each])).status]).toEqual([each, 200])
    for (const each of order) expect([each, (await restore(everything[each])).status]).toEqual([each, 200])
    expect(await snapshot()).toEqual(before)
  })

  test('leaves nothing in the bin when it is erased for good', async () => {
    const everything = await makeEverything()
    await remove(kind, everything[kind])
    expect((await ana.call('DELETE', `/bin/${everything[kind]}`)).body).toEqual({
      id: everything[kind],
      deleted: true,
    })
    expect(
      (await testApp.database.query('select 1 from bin_rows where item_id = $1', [everything[kind]])).rows,
    ).toEqual([])
    expect((await restore(everything[kind])).status).toBe(404)
    expect(await read(kind, everything[kind])).toBe(404)
  })
})

test('the file of a document in the bin is never swept, and goes when its thirty days are over', async () => {
  const id = await upload('kept.txt')
  const keys = async () => {
    const found: string[] = []
    for await (const key of testApp.storage.list(new Date(Date.now() + dayMs))) found.push(key)
    return found.sort()
  }
  const before = await keys()
  await remove('document', id)
  await sweepFiles(testApp, -dayMs)
  expect(await keys()).toEqual(before)

  await emptyBin(testApp, new Date(Date.now() + 29 * dayMs))
  expect(await listBin()).toMatchObject([{ id, name: 'kept.txt' }])
  await emptyBin(testApp, new Date(Date.now() + 31 * dayMs))
  expect(await listBin()).toEqual([])
  expect((await keys()).length).toBe(before.length - 1)
  expect((await testApp.database.query('select 1 from bin_rows where item_id = $1', [id])).rows).toEqual([])
  expect((await tablesNaming(id)).sort()).toEqual(['allowance_movements', 'document_tombstones'])
  expect((await ana.call('GET', '/dashboard/stats')).body).toMatchObject({
    current_documents: 0,
    deleted_documents: 1,
  })
})

test('a document deleted while it is read comes back and is read to its end, for the words of one document', async () => {
  const text = `Held back. ${prose(80)}`
  const { id } = await make<Document>('/documents/text', { text })
  await remove('document', id)
  await restore(id)
  expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED' })
  const { rows } = await testApp.database.query(
    'select sum(words)::int as words, count(*) filter (where kind = $2)::int as spent from allowance_movements where document_id = $1',
    [id, 'spent'],
  )
  const { word_count } = (await ana.call('GET', `/documents/${id}`)).body as Document
  expect(rows).toEqual([{ words: word_count, spent: 1 }])
})

test('deleting a read document, for good too, and restoring it neither refunds nor charges words', async () => {
  await ana.call('PUT', '/teachers/me', {
    first_name: 'Ana',
    last_name: 'Sol',
    school_name: 'Hill',
    role: 'teacher',
    country: 'ES',
    state_county: 'Soria',
  })
  const spent = async () =>
    ((await ana.call('GET', '/teachers/me')).body as { words_used_current_cycle: number })
      .words_used_current_cycle
  const id = await upload('charged.txt')
  const before = await spent()
  expect(before).toBeGreaterThan(0)
  await remove('document', id)
  expect(await spent()).toBe(before)
  await restore(id)
  expect(await spent()).toBe(before)
  await remove('document', id)
  await ana.call('DELETE', `/bin/${id}`)
  expect(await spent()).toBe(before)
})

test('a student who was taken out of their class right before comes back into it', async () => {
  const { student, class: class_group_id } = await makeEverything()
  await ana.call('DELETE', `/class-groups/${class_group_id}/students/${student}`)
  await remove('student', student)
  await restore(student)
  expect((await ana.call('GET', `/students/${student}`)).body).toMatchObject({
    class_group_ids: [class_group_id],
  })
})

test('a class whose name was taken meanwhile comes back with a number, and says so', async () => {
  const first = await make('/class-groups', { class_name: '7B' })
  await remove('class', first.id)
  await make('/class-groups', { class_name: '7b' })
  await make('/class-groups', { class_name: '7B (2)' })
  const { body } = await restore(first.id)
  expect(body).toEqual({
    id: first.id,
    kind: 'class',
    name: '7B (3)',
    changed: ['class_name'],
  } satisfies Restored)
})

test('a student whose external ID was taken meanwhile comes back without it, and says so', async () => {
  const first = await make('/students', { first_name: 'Ida', last_name: 'Berg', external_student_id: 'A1' })
  await remove('student', first.id)
  await make('/students', { first_name: 'Ole', last_name: 'Lund', external_student_id: 'a1' })
  expect((await restore(first.id)).body).toMatchObject({ name: 'Ida Berg', changed: ['external_student_id'] })
  expect((await ana.call('GET', `/students/${first.id}`)).body).toMatchObject({ external_student_id: null })
})

test('a document assigned to somebody else meanwhile stays with them when its student comes back', async () => {
  const { student, other, document, second } = await makeEverything()
  await remove('student', student)
  await ana.call('PUT', `/documents/${document}/assign-student`, { student_id: other })
  await restore(student)
  expect((await ana.call('GET', `/documents/${document}`)).body).toMatchObject({ student_id: other })
  expect((await ana.call('GET', `/documents/${second}`)).body).toMatchObject({ student_id: student })
})

test('a student whose class was erased for good comes back in no class, with their documents', async () => {
  const { student, class: class_group_id, document } = await makeEverything()
  await remove('student', student)
  await remove('class', class_group_id)
  await ana.call('DELETE', `/bin/${class_group_id}`)
  await restore(student)
  expect((await ana.call('GET', `/students/${student}`)).body).toMatchObject({ class_group_ids: [] })
  expect((await ana.call('GET', `/documents/${document}`)).body).toMatchObject({
    student_id: student,
    class_group_id: null,
  })
})

test('erasing a student for good takes their texts out of a task in the bin, and their name out of documents there', async () => {
  const everything = await makeEverything()
  await remove('writing-task', everything['writing-task'])
  await remove('document', everything.document)
  await remove('student', everything.student)
  await ana.call('DELETE', `/bin/${everything.student}`)
  const { rows } = await testApp.database.query(
    "select table_name, content::text as content from bin_rows where content::text like '%' || $1 || '%'",
    [everything.student],
  )
  expect(rows).toEqual([])
  const { rows: names } = await testApp.database.query(
    "select 1 from bin_rows where content::text ilike '%berg%'",
  )
  expect(names).toEqual([])
  await restore(everything.document)
  expect((await ana.call('GET', `/documents/${everything.document}`)).body).toMatchObject({
    student_id: null,
    student_details: null,
  })
})

test('what is in the bin counts nowhere: lists, searches, figures, shared passages and the storage forget it', async () => {
  const everything = await makeEverything()
  await remove('document', everything.document)
  expect((await tablesNaming(everything.document)).sort()).toEqual([
    'allowance_movements',
    'case_documents',
    'document_tombstones',
  ])
  expect((await ana.call('GET', '/documents?search=first')).body).toEqual([])
  expect((await ana.call('GET', `/overlap/documents/${everything.second}`)).body).toEqual([])
  expect((await ana.call('GET', `/results/document/${everything.document}`)).status).toBe(404)
})

test('the bin of one teacher is closed to others', async () => {
  const id = await upload('mine.txt')
  await remove('document', id)
  const bo = await testApp.teacher(`bo-${teachers}`)
  expect((await bo.call('GET', '/bin')).body).toEqual({ items: [], total: 0 })
  expect((await bo.call('POST', `/bin/${id}/restore`)).status).toBe(404)
  expect((await bo.call('DELETE', `/bin/${id}`)).status).toBe(404)
  expect((await restore(id)).status).toBe(200)
})

test('the export of everything names what is in the bin', async () => {
  const id = await upload('named.txt')
  await remove('document', id)
  const { bin } = JSON.parse((await ana.call('GET', '/teachers/me/export')).text) as { bin: BinItem[] }
  expect(bin).toMatchObject([{ id, kind: 'document', name: 'named.txt' }])
})

test('a text that its student took back meanwhile keeps no link to the restored document', async () => {
  const everything = await makeEverything()
  await remove('document', everything.second)
  await testApp.database.query("update writing_submissions set state = 'writing' where task_id = $1", [
    everything['writing-task'],
  ])
  await restore(everything.second)
  const { rows } = await testApp.database.query(
    'select document_id from writing_submissions where task_id = $1',
    [everything['writing-task']],
  )
  expect(rows).toEqual([{ document_id: null }])
})

test('a row kept by an earlier version gets the default of a column that was added since', async () => {
  const id = await upload('old.txt')
  await remove('document', id)
  await testApp.database.query(
    "update bin_rows set content = content - 'written_in_class' - 'is_scan' where table_name = 'documents'",
  )
  expect((await restore(id)).status).toBe(200)
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    written_in_class: false,
    status: 'COMPLETED',
  })
})
