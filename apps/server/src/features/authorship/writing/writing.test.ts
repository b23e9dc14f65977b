import type {
  ClassGroup,
  CreatedWritingLinks,
  Student,
  WritingStudent,
  WritingTask,
  WritingTaskView,
} from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../../../lib/secrets.ts'
import { insertWriting } from '../../../testing/records/writing.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { deliverWritingEvent } from '../../integrations/webhooks/deliver.ts'
import { verifyPin } from './links.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

let number = 0
let ana: TestTeacher
let classGroup: ClassGroup
let ida: Student
let jon: Student
beforeEach(async () => {
  number += 1
  ana = await testApp.teacher(`ana-${number}`)
  classGroup = (await ana.call('POST', '/class-groups', { class_name: '7B' })).body as ClassGroup
  ida = await addStudent('Ida', 'Holm')
  jon = await addStudent('Jon', 'Abel')
})

async function addStudent(first_name: string, last_name: string): Promise<Student> {
  const student = (await ana.call('POST', '/students', { first_name, last_name })).body as Student
  await ana.call('POST', `/class-groups/${classGroup.id}/students/${student.id}`)
  return student
}

const setTask = async (fields: object = {}) =>
  (
    await ana.call('POST', '/writing-tasks', {
      class_group_id: classGroup.id,
      title: 'The bridge',
      ...fields,
    })
  ).body as WritingTask
const view = async ({ id }: WritingTask) =>
  (await ana.call('GET', `/writing-tasks/${id}`)).body as WritingTaskView
const createLinks = async ({ id }: WritingTask, student_ids: string[] | null = null) =>
  ((await ana.call('POST', `/writing-tasks/${id}/links`, { student_ids })).body as CreatedWritingLinks).links
const secretOf = ({ url }: { url: string }) => new URL(url).hash.slice(1)

/** Whose link this is, as the students' page finds out; null if it ends nowhere. */
async function ownerOf(link: { url: string }): Promise<string | null> {
  const { rows } = await testApp.database.query(
    'select student_id from writing_submissions where link_hash = $1',
    [hashSecret(secretOf(link))],
  )
  return rows[0] ? String(rows[0].student_id) : null
}
const count = async (table: string, student: Student) => {
  const { rows } = await testApp.database.query(
    `select count(*)::float8 as count from ${table} where submission_id in (select id from writing_submissions where student_id = $1)`,
    [student.id],
  )
  return rows[0]?.count
}
const auditOf = async ({ id }: WritingTask) => {
  const { rows } = await testApp.database.query(
    'select action, details from audit_entries where target_id = $1 order by id',
    [id],
  )
  return rows
}

describe('a writing task', () => {
  test('is set for a class, with what students may do, and lists every student of it', async () => {
    const due_at = '2099-01-15T12:00:00.000Z'
    const rules = {
      words_min: 200,
      words_max: 400,
      pasting: 'blocked',
      sources: 'Your own notes.\nThe book.',
      language: 'fr-FR',
    }
    const task = await setTask({ instructions: 'Describe it.', due_at, pin: '2468', ...rules })
    expect(task).toMatchObject({ title: 'The bridge', instructions: 'Describe it.', due_at, ...rules })
    expect(task).toMatchObject({
      class_name: '7B',
      has_pin: true,
      counts: { students: 2, begun: 0, handed_in: 0 },
    })
    expect(JSON.stringify(task)).not.toContain('2468')
    const { students, ...rest } = await view(task)
    expect(rest).toEqual({ task })
    expect(students.map(({ student_name, id, state, link }) => [student_name, id, state, link])).toEqual([
      ['Jon Abel', null, 'not-begun', null],
      ['Ida Holm', null, 'not-begun', null],
    ])
  })

  test('needs a title and a class of the teacher, and refuses an impossible range of words', async () => {
    const bo = await testApp.teacher('bo')
    const { body } = await bo.call('POST', '/class-groups', { class_name: 'Theirs' })
    const send = async (fields: object) =>
      (await ana.call('POST', '/writing-tasks', { class_group_id: classGroup.id, title: 'A', ...fields }))
        .status
    expect(await send({ class_group_id: (body as ClassGroup).id })).toBe(404)
    expect(await send({ class_group_id: 'no-id' })).toBe(404)
    for (const wrong of [
      { title: ' ' },
      { words_min: 300, words_max: 200 },
      { words_min: 0 },
      { pin: '12' },
      { pin: 'abcd' },
      { due_at: 'soon' },
      { pasting: 'never' },
      { language: 'de' },
    ])
      expect([wrong, await send(wrong)]).toEqual([wrong, 422])
    expect((await ana.call('GET', '/writing-tasks')).body).toEqual([])
  })

  test('is changed field by field, and keeps the others', async () => {
    const task = await setTask({
      instructions: 'Describe it.',
      words_min: 200,
      sources: 'Notes',
      pasting: 'allowed',
      language: 'en-US',
      pin: '2468',
    })
    const change = (fields: object) => ana.call('PUT', `/writing-tasks/${task.id}`, fields)
    expect((await change({ title: 'The river' })).body).toEqual({ ...task, title: 'The river' })
    expect(await change({ words_max: 100 })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['words_max'] }] },
    })
    expect((await change({ words_min: null, words_max: 100, sources: ' ', pin: null })).body).toEqual({
      ...task,
      title: 'The river',
      words_min: null,
      words_max: 100,
      sources: null,
      has_pin: false,
    })
    expect((await change({ pin: '1357' })).body).toMatchObject({ has_pin: true })
    const { rows } = await testApp.database.query('select pin_hash from writing_tasks where id = $1', [
      task.id,
    ])
    const pin_hash = String(rows[0]?.pin_hash)
    expect([await verifyPin(pin_hash, '1357'), await verifyPin(pin_hash, '2468')]).toEqual([true, false])
  })

  test('is found by its class, and by whether it is still open', async () => {
    const other = (await ana.call('POST', '/class-groups', { class_name: '8A' })).body as ClassGroup
    const [over, open, elsewhere] = [
      await setTask({ due_at: '2020-01-15T12:00:00.000Z' }),
      await setTask(),
      await setTask({ class_group_id: other.id }),
    ]
    const list = async (query: string) =>
      ((await ana.call('GET', `/writing-tasks${query}`)).body as WritingTask[]).map(({ id }) => id)
    expect(await list('')).toEqual([elsewhere.id, open.id, over.id])
    expect(await list(`?class_group_id=${classGroup.id}`)).toEqual([open.id, over.id])
    expect(await list(`?class_group_id=${classGroup.id}&open=true`)).toEqual([open.id])
    expect(await list('?class_group_id=no-id')).toEqual([])
    expect(await list('?offset=1&limit=1')).toEqual([open.id])
  })

  test('counts who has begun and handed in, also of those who left the class', async () => {
    const { task_id: id } = await insertWriting(testApp.database, {
      ...ida,
      student_id: ida.id,
      class_group_id: classGroup.id,
      text: 'A',
    })
    await ana.call('DELETE', `/class-groups/${classGroup.id}/students/${ida.id}`)
    const { task, students } = (await ana.call('GET', `/writing-tasks/${id}`)).body as WritingTaskView
    expect(task.counts).toEqual({ students: 2, begun: 1, handed_in: 0 })
    expect(students.map(({ student_name, state }) => [student_name, state])).toEqual([
      ['Jon Abel', 'not-begun'],
      ['Ida Holm', 'writing'],
    ])
  })

  test('is deleted with its texts and links, and leaves what was handed in and an entry in the audit log', async () => {
    const owners = { class_group_id: classGroup.id, student_id: ida.id }
    const { task_id, submission_id } = await insertWriting(testApp.database, { ...ida, ...owners, text: 'A' })
    const { body } = await ana.call('POST', '/documents/text', {
      text: 'A text of many words. '.repeat(30),
      ...owners,
    })
    const document_id = (body as { id: string }).id
    await testApp.database.query(
      "update writing_submissions set document_id = $2, state = 'handed-in' where id = $1",
      [submission_id, document_id],
    )
    expect((await ana.call('DELETE', `/writing-tasks/${task_id}`)).body).toEqual({
      id: task_id,
      deleted: true,
    })
    expect((await ana.call('GET', `/writing-tasks/${task_id}`)).status).toBe(404)
    for (const table of ['writing_batches', 'writing_sessions', 'writing_texts']) {
      const { rows } = await testApp.database.query(`select 1 from ${table} where submission_id = $1`, [
        submission_id,
      ])
      expect([table, rows]).toEqual([table, []])
    }
    expect((await ana.call('GET', `/documents/${document_id}`)).status).toBe(200)
    expect(await auditOf({ id: task_id } as WritingTask)).toEqual([
      { action: 'writing-task.delete', details: { texts: 1 } },
    ])
  })

  test('is kept with its texts when its class is deleted', async () => {
    const { task_id } = await insertWriting(testApp.database, {
      ...ida,
      student_id: ida.id,
      class_group_id: classGroup.id,
      text: 'A',
    })
    await ana.call('DELETE', `/class-groups/${classGroup.id}`)
    const { task, students } = (await ana.call('GET', `/writing-tasks/${task_id}`)).body as WritingTaskView
    expect(task).toMatchObject({ class_group_id: null, class_name: null, counts: { students: 1 } })
    expect(students.map(({ student_name }) => student_name)).toEqual(['Ida Holm'])
  })

  test('loses the text of a student who is deleted', async () => {
    const task = await setTask()
    await createLinks(task)
    await ana.call('DELETE', `/students/${ida.id}`)
    expect((await view(task)).students.map(({ student_name }) => student_name)).toEqual(['Jon Abel'])
    const { rows } = await testApp.database.query('select 1 from writing_submissions where student_id = $1', [
      ida.id,
    ])
    expect(rows).toEqual([])
  })
})

describe('private links', () => {
  test('are created for all who have none, shown once, and stored as a hash', async () => {
    const task = await setTask()
    const links = await createLinks(task)
    expect(links.map(({ student_name }) => student_name)).toEqual(['Jon Abel', 'Ida Holm'])
    expect(await Promise.all(links.map(ownerOf))).toEqual([jon.id, ida.id])
    for (const { url } of links) expect(url).toMatch(/^https?:\/\/[^/]+\/write#[\w-]{43}$/)
    const { rows } = await testApp.database.query(
      'select link_hash from writing_submissions where task_id = $1',
      [task.id],
    )
    for (const link of links) {
      expect(JSON.stringify(rows)).not.toContain(secretOf(link))
      expect(JSON.stringify(await view(task))).not.toContain(secretOf(link))
      expect(testApp.logged.join('')).not.toContain(secretOf(link))
    }
    expect(await createLinks(task)).toEqual([])
    const kim = await addStudent('Kim', 'Lind')
    expect((await createLinks(task)).map(({ student_id }) => student_id)).toEqual([kim.id])
    expect(await auditOf(task)).toEqual([
      { action: 'writing-link.create', details: { links: 2, replaced: 0 } },
      { action: 'writing-link.create', details: { links: 1, replaced: 0 } },
    ])
  })

  test('are replaced by name, which ends the one before on every device and keeps the text', async () => {
    const { task_id: id } = await insertWriting(testApp.database, {
      ...ida,
      student_id: ida.id,
      class_group_id: classGroup.id,
      text: 'A',
    })
    const task = { id } as WritingTask
    const [first] = await createLinks(task, [ida.id, ida.id])
    expect(await count('writing_sessions', ida)).toBe(0)
    const [second] = await createLinks(task, [ida.id])
    if (!first || !second) throw new Error('No link was created.')
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([null, ida.id])
    expect(await count('writing_batches', ida)).toBe(1)
    expect((await view(task)).students.find(({ student_id }) => student_id === ida.id)).toMatchObject({
      state: 'writing',
      words: 2,
    })
    expect(await auditOf(task)).toEqual([
      { action: 'writing-link.create', details: { links: 1, replaced: 1 } },
      { action: 'writing-link.create', details: { links: 1, replaced: 1 } },
    ])
  })

  test('can be revoked repeatedly, and a new one is made only for a named student', async () => {
    const task = await setTask()
    const [link] = await createLinks(task, [ida.id])
    const revoke = (student_id: string) => ana.call('DELETE', `/writing-tasks/${task.id}/links/${student_id}`)
    const { status, body } = await revoke(ida.id)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ link: expect.objectContaining({ revoked_at: expect.any(String) }) }),
    ])
    expect(link && (await ownerOf(link))).toBeNull()
    expect((await revoke(ida.id)).body).toEqual(body)
    expect((await revoke(jon.id)).status).toBe(404)
    expect((await createLinks(task)).map(({ student_id }) => student_id)).toEqual([jon.id])
    const [again] = await createLinks(task, [ida.id])
    expect(again && (await ownerOf(again))).toBe(ida.id)
    expect((await auditOf(task)).map(({ action }) => action)).toEqual([
      'writing-link.create',
      'writing-link.revoke',
      'writing-link.create',
      'writing-link.create',
    ])
  })

  test('are created once when two windows ask at the same time', async () => {
    const task = await setTask()
    const both = await Promise.all([createLinks(task), createLinks(task)])
    expect(both.map((links) => links.length).toSorted((a, b) => a - b)).toEqual([0, 2])
    expect(await Promise.all(both.flat().map(ownerOf))).toEqual([jon.id, ida.id])
    const named = (await Promise.all([createLinks(task, [ida.id]), createLinks(task, [ida.id])])).flat()
    // Exactly one of the two works.
    expect((await Promise.all(named.map(ownerOf))).filter((owner) => owner !== null)).toEqual([ida.id])
  })

  test('are not given to students of another class or teacher, and such a call creates none', async () => {
    const bo = await testApp.teacher('bo')
    const theirs = (await bo.call('POST', '/students', { first_name: 'Not', last_name: 'Hers' }))
      .body as Student
    const outside = (await ana.call('POST', '/students', { first_name: 'Other', last_name: 'Class' }))
      .body as Student
    const task = await setTask()
    for (const id of [theirs.id, outside.id, 'no-id', crypto.randomUUID()]) {
      expect(
        (await ana.call('POST', `/writing-tasks/${task.id}/links`, { student_ids: [ida.id, id] })).status,
      ).toBe(404)
      expect((await ana.call('DELETE', `/writing-tasks/${task.id}/links/${id}`)).status).toBe(404)
    }
    expect((await view(task)).students.every(({ link }: WritingStudent) => link === null)).toBe(true)
  })

  test('of a class of a thousand are created in one call', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => [crypto.randomUUID(), `S${i}`])
    await testApp.database.query(
      `with added as (insert into students (id, teacher_id, first_name, last_name)
         select id, $1::uuid, name, name from unnest($2::uuid[], $3::text[]) as given (id, name) returning id)
       insert into class_memberships (class_group_id, student_id) select $4::uuid, id from added`,
      [ida.teacher_id, rows.map(([id]) => id), rows.map(([, name]) => name), classGroup.id],
    )
    const task = await setTask()
    expect(await createLinks(task)).toHaveLength(1_002)
    expect((await view(task)).students.filter(({ link }) => link !== null)).toHaveLength(1_002)
  })
})

test('a webhook reports that a text was handed in, without the text', async () => {
  await ana.call('POST', '/integrations/webhooks', { url: 'https://ana.example/' })
  const { submission_id } = await insertWriting(testApp.database, {
    ...ida,
    student_id: ida.id,
    class_group_id: classGroup.id,
    text: 'A',
  })
  const about = {
    submission_id,
    document_id: crypto.randomUUID(),
    student_id: ida.id,
    class_group_id: classGroup.id,
  }
  await testApp.database.transaction((connection) =>
    deliverWritingEvent(connection, { ...about, teacher_id: ida.teacher_id, now: new Date() }),
  )
  const { rows } = await testApp.database.query(
    'select event, submission_id, document_id, student_id, class_group_id from webhook_deliveries where teacher_id = $1',
    [ida.teacher_id],
  )
  expect(rows).toEqual([{ event: 'writing.handed_in', ...about }])
})
