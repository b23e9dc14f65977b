import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const migration = readdirSync(folder).find((name) => name.endsWith('_names__unseen_characters.sql')) ?? ''

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('removes direction-changing characters from existing names', async () => {
  const teacher = randomUUID()
  await database.query("insert into teachers (id, subject, first_name) values ($1, 'ana', $2)", [
    teacher,
    'Ana\u202E',
  ])
  const add = (name: string) =>
    database.query(
      `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status) values ($1, $2, $3, 'txt', 1, 'QUEUED')`,
      [randomUUID(), teacher, name],
    )
  for (const name of ['essay\u202Efdp.exe', '\u2066\u2069', 'line\nbreak.txt', 'نمی\u200cدانم.txt'])
    await add(name)
  for (const name of ['Year 9', 'Year 9\u200e', 'Year\u202E 8'])
    await database.query('insert into class_groups (id, teacher_id, class_name) values ($1, $2, $3)', [
      randomUUID(),
      teacher,
      name,
    ])
  await database.script(readFileSync(path.join(folder, migration), 'utf8'))
  const names = async (table: string, column: string) =>
    (await database.query(`select ${column} as name from ${table} order by 1`)).rows.map(({ name }) =>
      String(name),
    )
  expect((await names('documents', 'original_filename')).toSorted()).toEqual(
    ['document', 'essayfdp.exe', 'line break.txt', 'نمی\u200cدانم.txt'].toSorted(),
  )
  expect(await names('teachers', 'first_name')).toEqual(['Ana'])
  expect(await names('class_groups', 'class_name')).toEqual([
    'Year 8',
    'Year 9',
    expect.stringMatching(/^Year 9 [\da-f]{8}$/),
  ])
})
