import { randomUUID } from 'node:crypto'
import {
  AdminClassGroup,
  AdminDocument,
  type AdminDocumentSort,
  AdminStudent,
  AdminTeacher,
  type AuditEntry,
  adminDocumentSorts,
  adminLimits,
  type ClassGroup,
  type Document,
  type Student,
  type Teacher,
} from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
let anaId = ''
let boId = ''
let student: Student
let classGroup: ClassGroup
let document: Document

beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  // The first account becomes the administrator.
  anaId = ((await ana.call('PUT', '/teachers/me', profile)).body as Teacher).id
  bo = await testApp.teacher('bo')
  boId = (
    (
      await bo.call('PUT', '/teachers/me', {
        ...profile,
        first_name: 'Bo',
        last_name: 'Aas',
        how_did_you_hear: 'A colleague',
      })
    ).body as Teacher
  ).id
  const make = async <T>(address: string, fields: object) =>
    (await bo.call('POST', address, fields)).body as T
  student = await make<Student>('/students', {
    first_name: 'Ida',
    last_name: 'Zola',
    email: 'ida@school.example',
    descriptor: 'shy',
  })
  await make('/students', { first_name: 'Max', last_name: 'abel' })
  classGroup = await make<ClassGroup>('/class-groups', { class_name: 'Year 9', academic_year: '2026/27' })
  await make(`/class-groups/${classGroup.id}/students/${student.id}`, {})
  document = await make<Document>('/documents/text', {
    text: `zebrafish ${prose(60)}`,
    student_id: student.id,
  })
  await bo.upload('/documents/upload', 'file', [{ name: 'Macbeth 100%.txt', content: prose(60) }])
})
afterAll(() => testApp.close())

const read = async <T extends z.core.$ZodType>(schema: T, address: string): Promise<z.infer<T>[]> => {
  const { status, body } = await ana.call('GET', address)
  expect(status).toBe(200)
  return z.array(schema).parse(body)
}
const total = async (address: string) => (await ana.call('GET', address)).body

describe('teachers', () => {
  test("are listed newest first with plan, usage and overrides, under the specification's names", async () => {
    const all = await read(AdminTeacher, `/admin/teachers/all?limit=${adminLimits.teachersFirst}`)
    expect(all.map(({ id }) => id)).toEqual([boId, anaId])
    expect(all[0]).toEqual({
      id: boId,
      _id: boId,
      kinde_id: 'bo',
      first_name: 'Bo',
      last_name: 'Aas',
      email: 'bo@school.example',
      school_name: 'Hill',
      role: 'teacher',
      is_administrator: false,
      has_second_step: false,
      current_plan: 'FREE',
      current_plan_word_limit: 5_000,
      words_used_current_cycle: 0,
      remaining_words_current_cycle: 5_000,
      documents_processed_current_cycle: 0,
      is_active: true,
      is_invited: false,
      is_deleted: false,
      country: 'ES',
      state_county: 'Soria',
      how_did_you_hear: 'A colleague',
      description: null,
      stripe_customer_id: null,
      subscription_status: null,
      pro_plan_activated_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      custom_word_limit_override: null,
      custom_char_limit_override: null,
    })
    expect(all[1]).toMatchObject({ is_administrator: true })
    expect((await read(AdminTeacher, '/admin/teachers/all?limit=1')).map(({ id }) => id)).toEqual([boId])
  })

  test('are found by name, address, school and id, and sorted by column', async () => {
    for (const [search, found] of [
      ['bo aas', 1],
      ['BO@school', 1],
      ['hill', 2],
      ['ana', 1],
      ['%', 0],
    ] as const) {
      expect(
        await read(AdminTeacher, `/admin/teachers/all?search=${encodeURIComponent(search)}`),
      ).toHaveLength(found)
      expect(await total(`/admin/teachers/count?search=${encodeURIComponent(search)}`)).toEqual({
        total: found,
      })
    }
    for (const sort of ['last_name', 'email', 'school_name', 'current_plan', 'created_at'])
      expect(await read(AdminTeacher, `/admin/teachers/all?sort=${sort}&order=asc`)).toHaveLength(2)
    expect(
      (await read(AdminTeacher, '/admin/teachers/all?sort=last_name&order=asc')).map(({ id }) => id),
    ).toEqual([boId, anaId])
  })

  test('are all listed even if one used more words than fit in 32 bits', async () => {
    const spend = `insert into allowance_movements (teacher_id, document_id, kind, words, characters, cycle_start)
      select id, gen_random_uuid(), 'reserved', 1, 1000000, created_at from teachers, generate_series(1, 2200) where id = $1`
    await testApp.database.query(spend, [boId])
    try {
      const all = await read(AdminTeacher, '/admin/teachers/all')
      expect(all.map(({ words_used_current_cycle }) => words_used_current_cycle)).toEqual([2_200, 0])
      expect((await bo.call('GET', '/teachers/me')).body).toMatchObject({
        chars_used_current_cycle: 2_200_000_000,
      })
    } finally {
      await testApp.database.query('delete from allowance_movements where teacher_id = $1', [boId])
    }
  })

  test('show what the payment provider knows', async () => {
    await testApp.database.query(
      "insert into payment_customers (provider, customer_id, teacher_id) values ('stand-in', 'cus_1', $1)",
      [boId],
    )
    await testApp.database.query(
      `insert into subscriptions (id, provider, teacher_id, plan, status, cancel_at_period_end, current_period_end, started_at, reading)
       values ('sub_1', 'stand-in', $1, 'PRO', 'past_due', false, now(), now(), 1)`,
      [boId],
    )
    const [found] = await read(AdminTeacher, '/admin/teachers/all?search=bo@')
    expect(found).toMatchObject({ stripe_customer_id: 'cus_1', subscription_status: 'past_due' })
  })
})

describe('students', () => {
  test('are listed by last name, ignoring case, with their teacher but without notes about them', async () => {
    const all = await read(AdminStudent, '/admin/students')
    expect(all.map(({ last_name }) => last_name)).toEqual(['abel', 'Zola'])
    expect(all[1]).toMatchObject({
      id: student.id,
      teacher_id: boId,
      teacher_name: 'Bo Aas',
      teacher_email: 'bo@school.example',
    })
    expect((await ana.call('GET', '/admin/students')).text).not.toContain('shy')
  })

  test('are listed without a row that cannot be shown, which is logged', async () => {
    const { rows } = await testApp.database.query(
      `insert into students (id, teacher_id, first_name, last_name, created_at)
       values (gen_random_uuid(), $1, 'Bad', 'Row', timestamptz '12026-01-01') returning id`,
      [boId],
    )
    const id = String(rows[0]?.id)
    try {
      expect((await read(AdminStudent, '/admin/students')).map(({ last_name }) => last_name)).toEqual([
        'abel',
        'Zola',
      ])
      const line = testApp.logged.find((each) => each.includes(id))
      expect(line).toContain('created_at')
      expect(line).not.toContain('Row')
    } finally {
      await testApp.database.query('delete from students where id = $1', [id])
    }
  })

  test('are found by first name, last name, e-mail address and teacher id', async () => {
    for (const [search, found] of [
      ['ida', 1],
      ['ZOLA', 1],
      ['ida@school', 1],
      [boId, 2],
      [boId.slice(0, 8), 2],
      [anaId, 0],
      ['nobody', 0],
    ] as const) {
      expect(await read(AdminStudent, `/admin/students?search=${search}`)).toHaveLength(found)
      expect(await total(`/admin/students/count?search=${search}`)).toEqual({ total: found })
    }
  })

  test('are paged, in every order', async () => {
    expect((await read(AdminStudent, '/admin/students?limit=1&offset=1')).map(({ id }) => id)).toEqual([
      student.id,
    ])
    for (const sort of ['first_name', 'email', 'created_at', 'teacher'])
      expect(await read(AdminStudent, `/admin/students?sort=${sort}&order=desc`)).toHaveLength(2)
    expect((await ana.call('GET', `/admin/students?limit=${adminLimits.largest + 1}`)).status).toBe(422)
  })
})

describe('classes', () => {
  test('are listed with year, teacher and number of students, and found by them', async () => {
    const [only] = await read(AdminClassGroup, '/class-groups/all-admin')
    expect(only).toMatchObject({
      id: classGroup.id,
      class_name: 'Year 9',
      academic_year: '2026/27',
      teacher_name: 'Bo Aas',
      student_count: 1,
    })
    for (const sort of ['class_name', 'academic_year', 'teacher', 'student_count', 'created_at'])
      for (const search of ['year', '2026', 'bo@']) {
        expect(
          await read(AdminClassGroup, `/class-groups/all-admin?sort=${sort}&search=${search}`),
        ).toHaveLength(1)
      }
    expect(await total('/admin/class-groups/count?search=aas')).toEqual({ total: 1 })
  })
})

describe('documents', () => {
  test('are listed newest first with their owner and without any of their text', async () => {
    const all = await read(AdminDocument, '/admin/documents/all')
    expect(all.map(({ original_filename }) => original_filename)[0]).toBe('Macbeth 100%.txt')
    expect(all[1]).toMatchObject({
      id: document.id,
      teacher_email: 'bo@school.example',
      student_name: 'Ida Zola',
      class_name: null,
    })
    const { text } = await ana.call('GET', '/admin/documents/all')
    expect(text).not.toMatch(/zebrafish|river/)
    // Beside the name of a student, a score would be a verdict in the eyes of somebody who does not know the
    // text.
    expect(text).not.toMatch(/score|label/)
  })

  test('show score and label only to an administrator who switched them on, which is on the audit log once', async () => {
    await testApp.database.query("update documents set score = 0.9, label = 'ai-generated' where id = $1", [
      document.id,
    ])
    const shown = async () => (await read(AdminDocument, `/admin/documents/all?search=${document.id}`))[0]
    const scoresOf = (teacher: TestTeacher) => teacher.call('GET', '/admin/documents/scores')
    const set = (is_shown: boolean) => ana.call('PUT', '/admin/documents/scores', { is_shown })
    const entries = async () =>
      ((await ana.call('GET', '/admin/audit')).body as AuditEntry[])
        .filter(({ action }) => action.startsWith('document-scores'))
        .map(({ action, administrator_id }) => [action, administrator_id])
    try {
      expect((await scoresOf(ana)).body).toEqual({ is_shown: false })
      expect(await shown()).not.toHaveProperty('score')
      for (const sort of ['score', 'label'])
        expect(await ana.call('GET', `/admin/documents/all?sort=${sort}`)).toMatchObject({
          status: 409,
          body: { detail: 'Switch on score and label in the list of columns first.' },
        })
      await set(true)
      await set(true)
      expect(await shown()).toMatchObject({ score: 0.9, label: 'ai-generated' })
      expect(await entries()).toEqual([['document-scores.switch-on', anaId]])
      await testApp.database.query('update teachers set is_administrator = true where id = $1', [boId])
      expect((await scoresOf(bo)).body).toEqual({ is_shown: false })
      expect((await bo.call('GET', '/admin/documents/all')).text).not.toMatch(/score/)
      await set(false)
      expect(await shown()).not.toHaveProperty('label')
      expect(await entries()).toEqual([
        ['document-scores.switch-off', anaId],
        ['document-scores.switch-on', anaId],
      ])
    } finally {
      await testApp.database.query('update teachers set is_administrator = false where id = $1', [boId])
      await testApp.database.query('update documents set score = null, label = null where id = $1', [
        document.id,
      ])
    }
  })

  test('are found by filename, id, student id, teacher id and status', async () => {
    for (const [search, found] of [
      ['macbeth', 1],
      ['100%', 1],
      [document.id, 1],
      [student.id, 1],
      [boId, 2],
      ['queued', 2],
      ['completed', 0],
    ] as const) {
      expect(
        await read(AdminDocument, `/admin/documents/all?search=${encodeURIComponent(search)}`),
      ).toHaveLength(found)
      expect(await total(`/admin/documents/count?search=${encodeURIComponent(search)}`)).toEqual({
        total: found,
      })
    }
  })

  test('are shown with every field of a document that is not its text, and the version of its detector', async () => {
    const [found] = await read(AdminDocument, `/admin/documents/all?search=${document.id}`)
    expect(found).toMatchObject({
      id: document.id,
      status: 'QUEUED',
      status_reason: null,
      file_type: 'txt',
      character_count: null,
      page_count: null,
      student_id: student.id,
      class_group_id: null,
      assignment_id: null,
      batch_id: null,
      completed_at: null,
      processing_priority: 'NORMAL',
      queue_position: 1,
      is_sample: false,
      written_in_class: false,
      detector_version: null,
    })
    const [file] = await read(AdminDocument, '/admin/documents/all?search=macbeth')
    expect(file).toMatchObject({ queue_position: 2, storage_blob_path: expect.any(String) })
  })

  test('are sorted by the name that is shown, without what a platform put in front, page by page', async () => {
    const rename = (name: string) =>
      testApp.database.query('update documents set original_filename = $1 where id = $2', [name, document.id])
    const page = async (query: string) =>
      (await read(AdminDocument, `/admin/documents/all?sort=original_filename&${query}`)).map(readableName)
    await rename('Zola Ida_12_assignsubmission_file_Alpha.txt')
    try {
      expect(await page('order=asc')).toEqual(['Alpha.txt', 'Macbeth 100%.txt'])
      expect(await page('order=desc')).toEqual(['Macbeth 100%.txt', 'Alpha.txt'])
      expect(await page('order=asc&offset=1&limit=1')).toEqual(['Macbeth 100%.txt'])
      expect(await page('order=asc&search=alpha')).toEqual(['Alpha.txt'])
    } finally {
      await rename(document.original_filename)
    }
  })

  test.each(adminDocumentSorts)(
    'are sorted by %s, both ways, the missing values as the least',
    async (sort) => {
      const { database } = testApp
      const carl = await testApp.teacher('carl')
      await carl.call('PUT', '/teachers/me', { ...profile, first_name: 'Carl', last_name: 'Aas' })
      const made = [ana, carl, carl].map((owner) =>
        owner.call('POST', '/documents/text', { text: prose(70) }),
      )
      const ids = (await Promise.all(made)).map(({ body }) => (body as Document).id)
      try {
        await database.query(
          `update documents set status = 'COMPLETED', completed_at = now(), word_count = 70, character_count = 400, page_count = 2,
           file_type = 'pdf', size_bytes = 7, processing_priority = 'HIGH', batch_id = id, assignment_id = 'task 1',
           is_sample = true, written_in_class = true, class_group_id = $2, updated_at = now() + interval '1 hour'
         where id = $1`,
          [ids[0], classGroup.id],
        )
        await database.query(
          `update documents set status = 'ERROR', failure = '{"code":"file_damaged","params":{}}' where id = $1`,
          [ids[1]],
        )
        for (const [id, version, at] of [
          [ids[0], '0.7.0', '2026-01-01'],
          [ids[1], '0.7.1', '2026-02-01'],
          [document.id, '0.7.0', '2026-03-01'],
        ])
          await database.query(
            `insert into reports (id, document_id, body, model_hash, created_at)
           values (gen_random_uuid(), $1, jsonb_build_object('detector', jsonb_build_object('version', $2::text)), $2, $3)`,
            [id, version, at],
          )
        await database.query("update documents set score = 0.9, label = 'ai-generated' where id = $1", [
          ids[0],
        ])
        await ana.call('PUT', '/admin/documents/scores', { is_shown: true })
        const values = async (order: 'asc' | 'desc') =>
          (await read(AdminDocument, `/admin/documents/all?sort=${sort}&order=${order}`)).map(
            sortedValue[sort],
          )
        const ascending = await values('asc')
        expect(ascending).toHaveLength(5)
        expect(new Set(ascending).size).toBeGreaterThan(1)
        expect(ascending).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
        expect(await values('desc')).toEqual(ascending.toReversed())
      } finally {
        await database.query('delete from reports')
        await database.query('delete from documents where id = any($1::uuid[])', [ids])
      }
    },
  )
})

const sortedValue: Record<AdminDocumentSort, (document: AdminDocument) => string | number | boolean> = {
  created_at: ({ created_at }) => created_at,
  id: ({ id }) => id,
  original_filename: (document) => readableName(document).toLowerCase(),
  status: ({ status }) => status,
  failure: ({ failure }) => failure?.code ?? '',
  teacher: ({ teacher_name, teacher_email }) => (teacher_name ?? teacher_email ?? '').toLowerCase(),
  teacher_id: ({ teacher_id }) => teacher_id,
  student: ({ student_name }) => student_name?.toLowerCase() ?? '',
  student_id: ({ student_id }) => student_id ?? '',
  class: ({ class_name }) => class_name?.toLowerCase() ?? '',
  class_group_id: ({ class_group_id }) => class_group_id ?? '',
  word_count: ({ word_count }) => word_count ?? -1,
  character_count: ({ character_count }) => character_count ?? -1,
  page_count: ({ page_count }) => page_count ?? -1,
  file_type: ({ file_type }) => file_type,
  size_bytes: ({ size_bytes }) => size_bytes,
  completed_at: ({ completed_at }) => completed_at ?? '',
  updated_at: ({ updated_at }) => updated_at,
  detector_version: ({ detector_version }) => detector_version ?? '',
  processing_priority: ({ processing_priority }) => processing_priority,
  queue_position: ({ queue_position }) => queue_position ?? -1,
  batch_id: ({ batch_id }) => batch_id ?? '',
  assignment_id: ({ assignment_id }) => assignment_id ?? '',
  storage_blob_path: ({ storage_blob_path }) => storage_blob_path ?? '',
  is_sample: ({ is_sample }) => is_sample,
  written_in_class: ({ written_in_class }) => written_in_class,
  score: ({ score }) => score ?? -1,
  label: ({ label }) => label ?? '',
}

describe('what an administrator does', () => {
  const entries = async () => (await ana.call('GET', '/admin/audit')).body as AuditEntry[]

  test('to a student of any teacher is audited; a student already deleted gives 404', async () => {
    expect(await ana.call('DELETE', `/admin/students/${student.id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    })
    expect((await bo.call('GET', `/documents/${document.id}`)).body).toMatchObject({ student_id: null })
    for (const id of [student.id, randomUUID(), 'not-an-id'])
      expect((await ana.call('DELETE', `/admin/students/${id}`)).status).toBe(404)
    const of = (await entries()).filter(({ action }) => action === 'student.delete')
    expect(of).toHaveLength(1)
    expect(of[0]).toMatchObject({
      administrator_id: anaId,
      administrator_name: 'Ana Sol',
      target_id: student.id,
      teacher_email: 'bo@school.example',
      details: {},
    })
  })

  test('to an allowance is audited with the figures before and after; a refused change is not', async () => {
    const change = (limits: object) => ana.call('PUT', '/admin/teachers/bo/usage-limits', limits)
    expect((await change({ custom_word_limit_override: 9_000, words_used_current_cycle: 250 })).status).toBe(
      200,
    )
    expect((await read(AdminTeacher, '/admin/teachers/all?search=bo@'))[0]).toMatchObject({
      current_plan_word_limit: 9_000,
      words_used_current_cycle: 250,
      remaining_words_current_cycle: 8_750,
      custom_word_limit_override: 9_000,
    })
    expect((await change({ custom_word_limit_override: -1 })).status).toBe(422)
    expect(
      (await ana.call('PUT', '/admin/teachers/nobody/usage-limits', { custom_word_limit_override: 1 }))
        .status,
    ).toBe(404)
    expect(
      (await entries())
        .filter(({ action }) => action === 'usage-limits.change')
        .map(({ details }) => details),
    ).toEqual([
      {
        word_limit_before: null,
        word_limit_after: 9_000,
        char_limit_before: null,
        char_limit_after: null,
        words_used_before: 0,
        words_used_after: 250,
      },
    ])
  })
})
