import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import embedded from './vitest.config.ts'

/** Who opens the database of the tests, by one of these, runs on either kind of it. */
const opensDatabase = /openTestDatabase|startTestApp|startTestServer|TEST_DATABASE_URL/
const include = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.join('src', file))
  .filter((file) => file.endsWith('.test.ts') && opensDatabase.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')))

/** The tests that reach the database, on a PostgreSQL server of their own. */
export default defineConfig({
  test: { ...embedded.test, name: 'on PostgreSQL', globalSetup: ['src/testing/template.ts', 'src/testing/postgres/set-up.ts'], include },
})
