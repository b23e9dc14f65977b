import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { optimiseLater } from '../web-assembly.ts'

const Inspection = z.object({
  /** Names of the migrations that its version applied. */
  migrations: z.array(z.string()),
  teachers: z.int(),
  documents: z.int(),
})
export type Inspection = z.infer<typeof Inspection>

/** Passed to Node as an argument, so that neither the source nor the bundle needs a separate file. */
const program = `
const { setFlagsFromString } = await import('node:v8')
setFlagsFromString('${optimiseLater}')
const { PGlite } = await import(process.argv[1])
const database = await PGlite.create(process.argv[2])
const count = async (table) => (await database.query('select count(*)::float8 as count from ' + table)).rows[0].count
const { rows } = await database.query('select name from migrations order by name')
const found = { migrations: rows.map(({ name }) => name), teachers: await count('teachers'), documents: await count('documents') }
await database.close()
process.stdout.write(JSON.stringify(found))
`

/**
 * Opens the database in `folder` as a start would, which also replays what its last process had not finished, and counts what it holds. A child
 * process does it: this one would keep the memory of a second database for ever. Throws when the database cannot be opened.
 */
export async function inspectDatabase(folder: string): Promise<Inspection> {
  const pglite = import.meta.resolve('@electric-sql/pglite')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, pglite, folder])
  return Inspection.parse(JSON.parse(stdout))
}
