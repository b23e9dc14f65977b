import type { ClassGroup, Document } from '@penmark/contract'
import { afterEach, expect, test } from 'vitest'
import { dayMs } from '../../../lib/durations.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { readWaitingOfAll } from './read-waiting.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const submit = async (teacher: TestTeacher, words: number, fields: object = {}) =>
  teacher.finished(
    ((await teacher.call('POST', '/documents/text', { text: prose(words), ...fields })).body as Document).id,
  )
const statusOf = async (teacher: TestTeacher, id: string) =>
  ((await teacher.call('GET', `/documents/${id}`)).body as Document).status
const nextMonth = () => new Date(Date.now() + 40 * dayMs)

/** A teacher with 1,000 words, and a text of 1,500 that waits for more. */
async function withWaiting(name: string) {
  const teacher = await testApp.teacher(name)
  // The account exists from its first call on.
  await teacher.call('GET', '/dashboard/stats')
  await allow(name, 1_000)
  const { id, status } = await submit(teacher, 1_500)
  expect(status).toBe('LIMIT_EXCEEDED')
  return { teacher, id }
}

/** Changes the allowance without telling anyone. */
const allow = (name: string, words: number) =>
  testApp.database.query('update teachers set custom_word_limit = $2 where subject = $1', [name, words])

test('in a new month, what waits for words is read by itself only for teachers who chose so', async () => {
  testApp = await startTestApp()
  const asked = await withWaiting('ana')
  const silent = await withWaiting('bo')
  await asked.teacher.call('PUT', '/teachers/me/reads-waiting', { reads_waiting: true })
  await readWaitingOfAll(testApp, nextMonth())
  expect(await statusOf(asked.teacher, asked.id)).toBe('LIMIT_EXCEEDED')
  await allow('ana', 2_000)
  await allow('bo', 2_000)
  await readWaitingOfAll(testApp, nextMonth())
  expect((await asked.teacher.finished(asked.id)).status).toBe('COMPLETED')
  expect(await statusOf(silent.teacher, silent.id)).toBe('LIMIT_EXCEEDED')
})

test('whoever chooses it while there are words has what waits read at once', async () => {
  testApp = await startTestApp()
  const { teacher, id } = await withWaiting('ana')
  await allow('ana', 2_000)
  await teacher.call('PUT', '/teachers/me/reads-waiting', { reads_waiting: true })
  expect((await teacher.finished(id)).status).toBe('COMPLETED')
})

// The embedded database has a single session, which never waits for another.
test.runIf(process.env.TEST_DATABASE_URL)('asking waits for a text that is being changed', async () => {
  testApp = await startTestApp()
  const { database } = testApp
  const { teacher, id } = await withWaiting('ana')
  await allow('ana', 2_000)
  const isWaiting = async () =>
    (
      await database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows.length > 0
  const asked = await database.transaction(async (connection) => {
    await connection.query('update documents set updated_at = updated_at where id = $1', [id])
    const asking = teacher.call('POST', '/documents/waiting/read')
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
    return { asking }
  })
  expect((await asked.asking).body).toEqual({ documents: 1, words: 1_500 })
})

test('a class offers and reads its own waiting texts, and nothing of another teacher or that was put away', async () => {
  testApp = await startTestApp()
  const other = await withWaiting('bo')
  await allow('bo', 9_000)
  const ana = await testApp.teacher('ana')
  const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: '10 B' }))
    .body as ClassGroup
  await allow('ana', 1_000)
  const [inClass, elsewhere, putAway] = [
    await submit(ana, 1_500, { class_group_id }),
    await submit(ana, 1_600),
    await submit(ana, 1_700, { class_group_id }),
  ]
  await ana.call('PUT', `/documents/${putAway.id}/done`, { done: true })
  await allow('ana', 9_000)
  const { body } = await ana.call('GET', `/overview?class_group_id=${class_group_id}`)
  const readable = { documents: 1, words: 1_500 }
  expect(body).toMatchObject({ figures: { out_of_words: 1 }, readable })
  for (const no_class of ['none', crypto.randomUUID()])
    expect((await ana.call('POST', '/documents/waiting/read', { class_group_id: no_class })).status).toBe(404)
  expect((await ana.call('POST', '/documents/waiting/read', { class_group_id })).body).toEqual(readable)
  expect((await ana.finished(inClass.id)).status).toBe('COMPLETED')
  expect(await statusOf(ana, elsewhere.id)).toBe('LIMIT_EXCEEDED')
  expect(await statusOf(ana, putAway.id)).toBe('LIMIT_EXCEEDED')
  expect(await statusOf(other.teacher, other.id)).toBe('LIMIT_EXCEEDED')
})
