import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { describeSchema } from './schema.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('applies nothing twice', async () => {
  expect(await migrate(database)).toEqual([])
})

test('leads to the schema that schema.txt shows (npm run schema -w @penmark/server writes it)', async () => {
  await expect(await describeSchema(database)).toMatchFileSnapshot('./schema.txt')
})

test('refuses a migration that was changed after it had been applied', async () => {
  const { rows } = await database.query('select name, sha256 from migrations order by name limit 1')
  await database.query("update migrations set sha256 = 'other' where name = $1", [rows[0]?.name])
  await expect(migrate(database)).rejects.toThrow(String(rows[0]?.name))
  await database.query('update migrations set sha256 = $2 where name = $1', [rows[0]?.name, rows[0]?.sha256])
})
