import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, Database } from '../../database/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { lockPlan } from '../teachers/plan.ts'
import { insertTeacher } from '../teachers/store.ts'
import { keepWords, readUsage, releaseWords, reserveWords } from './actions.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function newTeacher(limit: number | null): Promise<string> {
  const id = randomUUID()
  await insertTeacher(database, { id, subject: id, email: null, picture: null, created_at: new Date('2026-01-10T00:00:00Z') })
  await database.query('update teachers set custom_word_limit = $2 where id = $1', [id, limit])
  return id
}

const now = new Date('2026-03-20T00:00:00Z')
/** Stands for the lock on the document's row, which every caller holds. */
const holding = <T>(document: string, work: (connection: Connection) => Promise<T>) =>
  database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtext($1))', [document])
    return work(connection)
  })
const reserve = (teacher: string, document: string, words: number, at = now) =>
  holding(document, async (connection) => reserveWords(connection, await lockPlan(connection, teacher), document, words, at))
const usage = async (teacher: string, at = now) =>
  readUsage(database, await database.transaction((connection) => lockPlan(connection, teacher)), at)

test('reserves, keeps and releases', async () => {
  const teacher = await newTeacher(100)
  const [first, second] = [randomUUID(), randomUUID()]
  expect(await reserve(teacher, first, 60)).toBe(true)
  expect(await reserve(teacher, second, 60)).toBe(false)
  expect(await usage(teacher)).toMatchObject({ used: 60, remaining: 40, documents: 0 })
  await releaseWords(database, first)
  await releaseWords(database, first)
  expect(await reserve(teacher, second, 60)).toBe(true)
  await keepWords(database, second)
  await releaseWords(database, second)
  expect(await usage(teacher)).toMatchObject({ used: 60, remaining: 40, documents: 1 })
})

test('reserves once for a document whose worker died in between', async () => {
  const teacher = await newTeacher(100)
  const document = randomUUID()
  for (let run = 0; run < 3; run += 1) expect(await reserve(teacher, document, 60)).toBe(true)
  expect((await usage(teacher)).used).toBe(60)
  await releaseWords(database, document)
  expect(await reserve(teacher, document, 100)).toBe(true)
  expect((await usage(teacher)).used).toBe(100)
})

test('gives words back to the cycle they came from', async () => {
  const teacher = await newTeacher(100)
  const document = randomUUID()
  await reserve(teacher, document, 80, new Date('2026-02-20T00:00:00Z'))
  expect(await usage(teacher)).toMatchObject({ used: 0, remaining: 100 })
  await releaseWords(database, document)
  expect(await usage(teacher)).toMatchObject({ used: 0, remaining: 100 })
  expect((await usage(teacher, new Date('2026-02-21T00:00:00Z'))).used).toBe(0)
})

test('never spends more than the allowance, whatever runs at the same time', async () => {
  const step = fc.record({
    document: fc.integer({ min: 0, max: 5 }),
    words: fc.integer({ min: 0, max: 70 }),
    end: fc.constantFrom('keep', 'release', 'die'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const teacher = await newTeacher(100)
      const documents = Array.from({ length: 6 }, () => randomUUID())
      await Promise.all(
        steps.map(async ({ document: nth, words, end }) => {
          const document = documents[nth] ?? ''
          if (!(await reserve(teacher, document, words))) return
          if (end === 'keep') await holding(document, (connection) => keepWords(connection, document))
          if (end === 'release') await holding(document, (connection) => releaseWords(connection, document))
          const { used } = await usage(teacher)
          expect(used).toBeLessThanOrEqual(100)
          expect(used).toBeGreaterThanOrEqual(0)
        }),
      )
    }),
    // Each run is some fifty statements.
    { numRuns: 12 },
  )
})
