import { readdir } from 'node:fs/promises'
import { sqlStateOf } from '../database.ts'

/** The files of the embedded database are incomplete or were changed. The message says which ones. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError'

  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`The database in ${folder} is damaged: ${what}.`, options)
  }
}

/** SQLSTATEs of a file that is missing, too short, or holds something else than was written to it. */
const damageStates = new Set(['XX001', 'XX002', '58P01'])

/** What PostgreSQL said about a statement that met a damaged file; null for any other error. */
export function damageIn(error: unknown): string | null {
  if (!damageStates.has(sqlStateOf(error) ?? '')) return null
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error ? `one of its tables cannot be read (${cause.message})` : null
}

/**
 * The message of a line of PostgreSQL's log, which begins with time and process:
 * `2026-11-26 17:38:30.604 GMT [42] PANIC:  could not …`.
 */
const linePattern = /^[\d-]+ [\d:.]+ \w+ \[\d+\] (LOG|DETAIL|FATAL|PANIC): {2}(.*)$/

/** What PostgreSQL says in a line of its log about its own end; null for any other line. */
export function endingIn(line: string): string | null {
  const [, level, message] = linePattern.exec(line) ?? []
  return level === 'PANIC' ? (message ?? null) : null
}

/**
 * Says in plain words why PostgreSQL did not start, from what it wrote meanwhile; null if it named no reason.
 */
export function describeFailedStart(lines: readonly string[]): string | null {
  const messages = lines.flatMap((line) => {
    const [, level, message] = linePattern.exec(line) ?? []
    return level === undefined || message === undefined ? [] : [{ level, message }]
  })
  const end = messages.find(({ level }) => level === 'FATAL' || level === 'PANIC')
  if (end === undefined) return null
  const details = messages.filter(
    ({ level, message }) => level === 'DETAIL' || /^(could not|invalid)/.test(message),
  )
  const all = [...new Set([...details.map(({ message }) => message), end.message])].join('; ')
  if (/pg_control|control file|PG_CONTROL_VERSION/.test(all))
    return `its control file global/pg_control is incomplete or missing (${all})`
  if (/checkpoint|WAL/.test(all))
    return `its log of the latest changes, pg_wal, is incomplete or missing (${all})`
  return `one of its files is incomplete or missing (${all})`
}

/**
 * Throws if the folder holds something that is no longer a database. An empty or missing folder is none yet.
 */
export async function assertNotEmptied(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => [])
  if (names.length === 0 || names.includes('PG_VERSION')) return
  throw new DamagedDatabaseError(folder, 'its file PG_VERSION is missing')
}

const pageBytes = 8_192

interface Queries {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>
}

/**
 * Tables, also those for long values, with the size they had when they were last tidied, and a column of
 * theirs that a unique index orders.
 */
const tables = `
  select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as file, c.relpages as pages, pg_relation_size(c.oid)::float8 as bytes,
    (select quote_ident(a.attname) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indkey[0] > 0 limit 1) as column
  from pg_class c where c.relkind in ('r', 't') and c.relpersistence = 'p'`

/**
 * Throws if the file of a table was cut off: PostgreSQL would take that for a table with fewer rows. A table
 * is read by its index if it is shorter than it once was, or does not end with a whole page: after a vacuum,
 * a crash or a full disk it may, and then the index leads to nothing missing.
 */
export async function assertWhole(client: Queries, folder: string): Promise<void> {
  const { rows } = await client.query(tables)
  for (const { name, file, pages, bytes, column } of rows) {
    if (typeof column !== 'string') continue
    const isShorter = Number(bytes) < Number(pages) * pageBytes
    if (!isShorter && Number(bytes) % pageBytes === 0) continue
    await readByIndex(client, String(name), column).catch((cause: unknown) => {
      if (damageIn(cause) === null) throw cause
      throw new DamagedDatabaseError(
        folder,
        `the file ${String(file)} of the table ${String(name)} was cut off`,
        { cause },
      )
    })
  }
}

async function readByIndex(client: Queries, table: string, column: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(
      "select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_sort', 'enable_bitmapscan']) as name",
    )
    // Without `xmin` the index alone would answer.
    await client.query(
      `select count(read) from (select xmin as read from ${table} order by ${column} offset 0) as rows`,
    )
  } finally {
    await client.query('rollback')
  }
}
