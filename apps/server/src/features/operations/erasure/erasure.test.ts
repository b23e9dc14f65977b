import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { type Document, type Erasure, erasureConfirmation } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from '../../../services/storage/storage.ts'
import { newKey } from '../../../services/storage/storage.ts'
import { deliverEmails } from '../../../testing/emails.ts'
import { insertAppeal, insertAppealTo, insertStudentPage } from '../../../testing/records/case.ts'
import { insertComparison } from '../../../testing/records/comparison.ts'
import { insertSchoolMatch } from '../../../testing/records/school-match.ts'
import { insertSource } from '../../../testing/records/source.ts'
import { insertWriting } from '../../../testing/records/writing.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { personalDataTables } from '../personal-data/personal-data-tables.ts'
import { deleteOldSubjects, erasureWorker } from './erasure.ts'

/** Tables without data of a teacher, and why. */
const unownedTables: Record<string, string> = {
  allowance_settings: 'a setting of the installation',
  audit_entries:
    'actions of administrators, kept for good: only ids and figures, which name nobody once the account is gone',
  backup_links: 'links of the installation to its backups',
  backup_runs: 'work on backups of the installation',
  backup_schedule: 'a setting of the installation',
  bibliographic_answers: 'answers of public catalogues about published works, with the hash of the question',
  case_policy: 'rules for cases, set by administrators',
  erasures: 'receipts, which have a test of their own below',
  human_check_spent: 'random names of proofs that were used',
  identity_key: 'keys of the installation',
  identity_secret: 'keys of the installation',
  installation_setup: 'the setup code, and when the welcome page was finished',
  installation_id: 'the id that database and files share',
  file_sweeps: 'how many files without a document were found',
  lti_keys: 'keys of the installation',
  lti_logins: 'launches from platforms in progress, for ten minutes',
  lti_notices: 'received notices of platforms, for an hour',
  lti_platforms: 'addresses of learning platforms',
  migrations: 'names of files',
  payment_events: 'names of events at the provider',
  rereadings: 'how far each model has read earlier results, by the id of a document',
  school_baseline: 'one switch of the installation',
  school_comparison: 'the same',
  teacher_imports: 'figures and line numbers of imported lists',
  visitor_count: 'counters of network addresses on the public pages, for a day',
  visitor_secret: 'a key of the installation',
}
/** Tables that the identity provider erases itself. */
const identityTables = [
  'identity_account',
  'identity_attempt',
  'identity_device',
  'identity_link',
  'identity_record',
  'identity_recovery_code',
  'identity_registration',
  'identity_reset_request',
  'identity_second_step',
  'identity_token',
]

const schema = readFileSync(new URL('../../../services/database/schema.txt', import.meta.url), 'utf8')
const tables = [...schema.matchAll(/(?<=^|\n\n)(\w+)(?=(?: \(unlogged\))?\n)/g)].map(([, name = '']) => name)
const owned = [...personalDataTables.map(({ table }) => table), ...identityTables]
// The queue's tables are in another schema.
const queueTables = ['queue.job', 'queue.archive']

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}
const confirm = `/teachers/me?confirmation=${encodeURIComponent(erasureConfirmation)}`

interface Person {
  subject: string
  email: string
  teacher: TestTeacher
  teacherId: string
  /** Every value by which a row can be recognised as this person's. */
  identifiers: string[]
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

/** Runs the erasure job. */
const erase = (id: string, storage: Storage = testApp.storage) =>
  erasureWorker({ ...testApp, storage }).run({ id, isLastAttempt: false }, new AbortController().signal)

/** How many rows of a table contain one of the identifiers, in any column. */
async function rowsOf(table: string, { identifiers }: Person): Promise<number> {
  const { rows } = await testApp.database.query(
    `select count(*)::int as count from ${table} t where exists (select 1 from unnest($1::text[]) as mark where position(mark in t::text) > 0)`,
    [identifiers],
  )
  return Number(rows[0]?.count)
}

/** Fingerprints name nobody but by a number of their own. */
const isNamed = (table: string) => table !== 'fingerprints'

async function fingerprintsOf({ teacherId }: Person): Promise<{ owner: number; count: number }> {
  const { rows } = await testApp.database.query(
    `select o.no as owner, count(f.hash)::float8 as count from fingerprint_owners o left join fingerprints f on f.owner = o.no
     where o.teacher_id = $1 group by 1`,
    [teacherId],
  )
  return { owner: Number(rows[0]?.owner), count: Number(rows[0]?.count) }
}

async function listStoredKeys(): Promise<string[]> {
  const found: string[] = []
  for await (const key of testApp.storage.list(new Date(Date.now() + 60_000))) found.push(key)
  return found
}

/** Inserts the rows that a launch from a learning platform creates. */
async function insertLtiRows(
  name: string,
  teacherId: string,
  classGroup: string,
  student: string,
): Promise<void> {
  const { database } = testApp
  const platform = randomUUID()
  await database.query(
    `insert into lti_platforms (id, name, issuer, client_id, auth_url, token_url, keys_url, deployment_ids)
     values ($1, 'Moodle', $2, 'c', 'https://a', 'https://b', 'https://c', '{1}')`,
    [platform, `https://${name}.example`],
  )
  await database.query("insert into lti_people (platform_id, subject, teacher_id) values ($1, 'sub', $2)", [
    platform,
    teacherId,
  ])
  await database.query(
    "insert into lti_courses (platform_id, context_id, teacher_id, class_group_id) values ($1, 'c', $2, $3)",
    [platform, teacherId, classGroup],
  )
  await database.query(
    `insert into lti_launches (ticket_hash, platform_id, subject, teacher_id, expires_at) values ($1, $2, 'sub', $3, now() + interval '1 minute')`,
    [name, platform, teacherId],
  )
  await database.query(
    "insert into lti_invitations (secret_hash, teacher_id, expires_at) values ($1, $2, now() + interval '1 day')",
    [name, teacherId],
  )
  await database.query('insert into lti_members (class_group_id, student_id) values ($1, $2)', [
    classGroup,
    student,
  ])
  await database.query('insert into lti_students (platform_id, student_id) values ($1, $2)', [
    platform,
    student,
  ])
  const processor = randomUUID()
  await database.query(
    "insert into lti_processors (id, platform_id, teacher_id, class_group_id, language) values ($1, $2, $3, $4, 'en-GB')",
    [processor, platform, teacherId, classGroup],
  )
  await database.query(
    `insert into lti_assets (id, processor_id, teacher_id, asset_id, asset_url, report_url, filename, content_type, is_closed, next_attempt_at)
     values ($1, $2, $3, 'a', 'https://d', 'https://e', 'essay.txt', 'text/plain', true, now())`,
    [randomUUID(), processor, teacherId],
  )
}

/** Inserts a row in every table that can hold data of a person. */
async function insertPerson(name: string): Promise<Person> {
  const subject = randomUUID()
  const email = `${name}@school.example`
  const teacher = await testApp.teacher(subject, { email })
  const made = async (address: string, fields: object) =>
    ((await teacher.call('POST', address, fields)).body as { id: string }).id
  const teacherId = ((await teacher.call('PUT', '/teachers/me', profile)).body as { id: string }).id
  const student = await made('/students', { first_name: 'Ida', last_name: `of ${name}` })
  const spare = await made('/students', { first_name: 'Spare', last_name: 'One' })
  const classGroup = await made('/class-groups', { class_name: `Class of ${name}` })
  const spareClass = await made('/class-groups', { class_name: 'Spare' })
  await teacher.call('POST', `/class-groups/${classGroup}/students/${student}`, {})
  await teacher.call('DELETE', `/students/${spare}`)
  await teacher.call('DELETE', `/class-groups/${spareClass}`)
  const uploads = await Promise.all(
    [0, 1, 2].map((i) =>
      teacher.upload('/documents/upload', 'file', [{ name: `${name}-${i}.txt`, content: prose(80 + i) }]),
    ),
  )
  const documents = uploads.map(({ body }) => (body as Document).id)
  documents.push(
    await made('/documents/text', { text: prose(60), student_id: student, class_group_id: classGroup }),
  )
  for (const id of documents) expect((await teacher.finished(id)).status).toBe('COMPLETED')
  const { body: uploaded } = await teacher.upload('/documents/upload', 'file', [
    { name: `${name}-gone.txt`, content: prose(60) },
  ])
  const { id: gone } = await teacher.finished((uploaded as Document).id)
  await teacher.call('DELETE', `/documents/${gone}`)
  await testApp.database.query(
    "insert into bin_references (item_id, table_name, column_name, row_id, value) values ($1, 'documents', 'student_id', $2, $3)",
    [gone, documents[0], student],
  )
  await testApp.database.query(
    'insert into ended_memberships (class_group_id, student_id, joined_at, ended_at) values ($1, $2, now(), now())',
    [classGroup, student],
  )
  const case_id = await made('/cases', { document_id: documents.at(-1) ?? '' })
  await insertStudentPage(testApp.database, { case_id, teacher_id: teacherId, text: name })
  await insertAppeal(testApp.database, { case_id, teacher_id: teacherId, reviewer_id: null, text: name })
  await insertAppealTo(testApp.database, teacherId, 'Of somebody else')
  await testApp.database.query('insert into case_reviewers (teacher_id) values ($1)', [teacherId])
  await insertWriting(testApp.database, {
    teacher_id: teacherId,
    student_id: student,
    class_group_id: classGroup,
    text: name,
  })
  await teacher.call('PUT', '/teachers/me/retention', { days: 1, classes: [] })
  const archive = await made('/teachers/me/exports', {})
  await expect
    .poll(async () => (await teacher.call('GET', `/teachers/me/exports/${archive}`)).body, {
      timeout: 120_000,
      interval: 100,
    })
    .toMatchObject({ state: 'ready' })
  await made('/integrations/api-keys', { name: `Key of ${name}`, scopes: ['documents:write'] })
  const endpoint = await made('/integrations/webhooks', { url: `https://${name}.example/` })
  await teacher.call('POST', `/integrations/webhooks/${endpoint}/test`)
  await insertLtiRows(name, teacherId, classGroup, student)
  const [first = '', second = ''] = documents
  await insertComparison(testApp.database, classGroup, [first, second])
  const { source_id } = await insertSource(testApp.database, {
    class_group_id: classGroup,
    document_id: first,
    text: name,
  })
  await insertSchoolMatch(testApp.database, first)
  const sourceKey = newKey()
  await testApp.storage.put(sourceKey, Readable.from([name]))
  await testApp.database.query('update class_sources set blob_key = $2 where id = $1', [source_id, sourceKey])
  await testApp.database.query(
    "insert into reference_look_ups (id, document_id, teacher_id, state) values ($1, $2, $3, 'ready')",
    [randomUUID(), first, teacherId],
  )
  await testApp.database.query(
    "insert into upload_answers (teacher_id, key, request_sha256, answer) values ($1, 'k', 'h', '{}')",
    [teacherId],
  )
  const customer = `cus_${name}`
  const { database } = testApp
  await database.query(
    "insert into payment_customers (provider, customer_id, teacher_id) values ('stand-in', $1, $2)",
    [customer, teacherId],
  )
  await database.query("insert into payment_stand_in (kind, id, body) values ('customer', $1, $2::jsonb)", [
    customer,
    JSON.stringify({ id: customer, email, metadata: { teacher_id: teacherId } }),
  ])
  await database.query(
    `insert into subscriptions (id, provider, teacher_id, plan, status, cancel_at_period_end, current_period_end, started_at, reading)
     values ($1, 'stand-in', $2, 'PRO', 'active', true, now(), now(), 1)`,
    [`sub_${name}`, teacherId],
  )
  await database.transaction((connection) =>
    testApp.mailer.send(connection, {
      kind: 'test',
      to: email,
      language: 'en-GB',
      subject: 'A',
      paragraphs: ['B'],
      closing: 'C',
    }),
  )
  await deliverEmails(testApp.database, testApp.mailer)
  await database.query(
    "insert into support_messages (id, name, email, subject, message) values ($1, 'Ana', $2, 'A', 'B')",
    [randomUUID(), email],
  )
  await database.query(
    "insert into identity_account (id, email, given_name, family_name) values ($1, $2, 'Ana', 'Sol')",
    [subject, email],
  )
  await database.query('insert into identity_attempt (key, points) values ($1, 1)', [
    `registerByEmail:${email}`,
  ])
  await database.query(
    "insert into identity_device (session_uid, account_id, device) values ($1, $2, 'Firefox')",
    [`uid-${name}`, subject],
  )
  await database.query(
    "insert into identity_link (issuer, subject, account_id) values ('https://i.example', $1, $2)",
    [name, subject],
  )
  await database.query(
    "insert into identity_second_step (account_id, secret, session_uid, recovery_salt) values ($1, 'sealed', 'uid', 'salt')",
    [subject],
  )
  await database.query("insert into identity_recovery_code (account_id, hash) values ($1, 'hash')", [subject])
  await database.query(
    `insert into identity_registration (email, given_name, family_name, password_hash, language, interaction_uid) values ($1, 'A', 'S', 'h', 'en', 'u')`,
    [email],
  )
  await database.query("insert into identity_reset_request (email, language) values ($1, 'en')", [email])
  await database.query(
    "insert into identity_token (hash, purpose, account_id, expires_at) values ($1, 'reset', $2, now())",
    [name, subject],
  )
  await database.query(
    "insert into identity_record (model, id, payload, uid) values ('Session', $1, $2::jsonb, $1)",
    [`uid-${name}`, JSON.stringify({ accountId: subject })],
  )
  // Movements of a cycle name only their teacher; announcements need old documents.
  await database.query(
    "update documents set created_at = created_at - interval '30 days' where teacher_id = $1",
    [teacherId],
  )
  await teacher.call('PUT', '/teachers/me/retention', {
    days: 1,
    classes: [{ class_group_id: classGroup, days: 2 }],
  })
  const identifiers = [subject, email, teacherId, student, classGroup, customer, ...documents]
  return { subject, email, teacher, teacherId, identifiers }
}

test("knows for every table of the schema whether it can contain a teacher's data", () => {
  expect([...new Set([...owned, ...Object.keys(unownedTables)])].sort()).toEqual([...tables].sort())
})

test('erases every row and file of the account and nothing of others, and resumes after a crash', async () => {
  const ana = await insertPerson('ana')
  const bo = await insertPerson('bo')
  await expect.poll(async () => (await fingerprintsOf(ana)).count, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await fingerprintsOf(bo)).count, { timeout: 60_000 }).toBeGreaterThan(0)
  for (const table of owned.filter(isNamed))
    expect([table, await rowsOf(table, ana)], 'the test has to fill every table').not.toEqual([table, 0])
  // A running worker would keep adding jobs for the new rows.
  await testApp.stopWorker()
  const before = new Map(
    await Promise.all(
      [...owned, ...queueTables].map(async (table) => [table, await rowsOf(table, bo)] as const),
    ),
  )
  const all = await listStoredKeys()
  const [{ owner }, ofBo] = [await fingerprintsOf(ana), await fingerprintsOf(bo)]

  const asked = await ana.teacher.call('DELETE', confirm)
  expect(asked).toMatchObject({ status: 202, body: { state: 'running', sha256: null } })
  const { id } = asked.body as Erasure
  expect(await ana.teacher.call('GET', '/documents')).toMatchObject({ status: 401 })

  let deletions = 0
  const failingStorage: Storage = {
    ...testApp.storage,
    delete: (key) => {
      deletions += 1
      return deletions > 2 ? Promise.reject(new Error('The process died')) : testApp.storage.delete(key)
    },
  }
  await expect(erase(id, failingStorage)).rejects.toThrow('The process died')
  expect((await ana.teacher.call('GET', `/erasures/${id}`)).body).toMatchObject({ state: 'running' })
  await erase(id)

  const remaining: string[] = []
  for (const table of [...tables, ...queueTables]) if ((await rowsOf(table, ana)) > 0) remaining.push(table)
  expect((await testApp.database.query('select 1 from fingerprints where owner = $1', [owner])).rows).toEqual(
    [],
  )
  expect(await fingerprintsOf(bo)).toEqual(ofBo)
  // The audit log says that access ended, under an id that leads to nobody any more.
  expect(remaining).toEqual(['audit_entries'])
  const named = { ...ana, identifiers: ana.identifiers.filter((identifier) => identifier !== ana.teacherId) }
  expect(await rowsOf('audit_entries', named)).toBe(0)
  const { rows: audited } = await testApp.database.query(
    'select action, details from audit_entries where teacher_id = $1',
    [ana.teacherId],
  )
  expect(audited).toEqual([{ action: 'access.end', details: { because: 'erased' } }])
  const left = await listStoredKeys()
  expect(left).toHaveLength(all.length / 2)
  const { rows } = await testApp.database.query(
    `select blob_key from documents union all select blob_key from exports union all select blob_key from class_sources
     union all select content ->> 'blob_key' from bin_rows`,
  )
  expect(new Set(rows.flatMap(({ blob_key }) => (typeof blob_key === 'string' ? blob_key : [])))).toEqual(
    new Set(left),
  )
  for (const [table, count] of before) expect([table, await rowsOf(table, bo)]).toEqual([table, count])

  const { state, receipt, sha256 } = (await testApp.app.inject(`/api/v1/erasures/${id}`)).json<Erasure>()
  expect(state).toBe('finished')
  expect(receipt).toMatchObject({
    sign_in: 'erased',
    erased: {
      documents: 4,
      files: 3,
      texts: 4,
      reports: 4,
      students: 1,
      class_groups: 1,
      deleted_documents: 1,
      profiles: 1,
      sign_in_accounts: 1,
    },
  })
  expect(sha256).toBe(createHash('sha256').update(JSON.stringify(receipt)).digest('hex'))
  for (const mark of ana.identifiers) expect(JSON.stringify(receipt)).not.toContain(mark)

  // The token outlives the account and must not recreate it. A later sign-in does.
  expect(await ana.teacher.call('GET', '/documents')).toMatchObject({ status: 401 })
  await deleteOldSubjects(testApp, new Date(Date.now() + 25 * 60 * 60 * 1_000))
  const { rows: receipts } = await testApp.database.query('select subject_hash from erasures')
  expect(receipts).toEqual([{ subject_hash: null }])
  expect(await ana.teacher.call('GET', '/documents')).toMatchObject({ status: 200, body: [] })
  expect((await bo.teacher.call('GET', '/documents')).body).toHaveLength(4)
})

test('erases nothing without the typed confirmation, or during a paid subscription', async () => {
  const cy = await testApp.teacher(randomUUID())
  for (const wrong of ['/teachers/me', '/teachers/me?confirmation=yes'])
    expect((await cy.call('DELETE', wrong)).status).toBe(422)
  const { id } = (await cy.call('PUT', '/teachers/me', profile)).body as { id: string }
  await testApp.database.query(
    `insert into subscriptions (id, provider, teacher_id, plan, status, cancel_at_period_end, current_period_end, started_at, reading)
     values ('sub_cy', 'stand-in', $1, 'PRO', 'active', false, now(), now(), 1)`,
    [id],
  )
  expect(await cy.call('DELETE', confirm)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await cy.call('GET', '/teachers/me')).status).toBe(200)
})

test('erases what an upload in progress adds after the erasure began', async () => {
  const subject = randomUUID()
  const dora = await testApp.teacher(subject)
  const { id: teacher_id } = (await dora.call('PUT', '/teachers/me', profile)).body as { id: string }
  const { id } = (await dora.call('DELETE', confirm)).body as Erasure
  const key = newKey()
  await testApp.storage.put(key, Readable.from(['late']))
  await testApp.database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, blob_key, status) values ($1, $2, 'late.txt', 'txt', 4, $3, 'UPLOADED')`,
    [randomUUID(), teacher_id, key],
  )
  await erase(id)
  expect(await testApp.storage.get(key)).toBeNull()
  expect((await dora.call('GET', `/erasures/${id}`)).body).toMatchObject({
    state: 'finished',
    receipt: { erased: { documents: 1, files: 1 } },
  })
})

test('shows a receipt only to those who know its id', async () => {
  for (const id of [randomUUID(), 'not-an-id'])
    expect((await testApp.app.inject(`/api/v1/erasures/${id}`)).statusCode).toBe(404)
})
