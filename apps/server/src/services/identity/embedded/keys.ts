import { randomBytes, randomUUID } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { dayMs } from '../../../lib/durations.ts'
import type { Connection, Database } from '../../database/database.ts'
import { identityKey, identitySecret } from '../tables.ts'

const SigningKey = z
  .object({ kty: z.literal('RSA'), kid: z.string(), alg: z.literal('RS256'), use: z.literal('sig') })
  .catchall(z.string())
export type SigningKey = z.infer<typeof SigningKey>

export const keyTimes = {
  /** How long a key signs before the next one takes over. */
  signsForMs: 90 * dayMs,
  /** How long a new key is published before it signs, so that caches of our keys contain it by then. */
  publishedBeforeMs: dayMs,
  /**
   * How long an old key is kept after its last signature: a browser may identify itself with an ID token as
   * old as its sign-in.
   */
  keptForMs: 15 * dayMs,
} as const

/** Any fixed number, different from those of the migrations, the registration and the queue. */
const rotationKey = 7_366_281

type Row = typeof identityKey.$inferSelect

async function insertKey(connection: Connection, signs_from: Date, now: Date): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  const jwk = SigningKey.parse({ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid })
  await connection.orm.insert(identityKey).values({ kid, jwk, created_at: now, signs_from })
}

const selectKeys = (connection: Connection): Promise<Row[]> =>
  connection.orm
    .select()
    .from(identityKey)
    .orderBy(desc(identityKey.signs_from), desc(identityKey.created_at))

/** Keys that no valid token needs any more; `rows` are newest first. */
function overdue(rows: Row[], now: Date): Row[] {
  return rows.filter((_row, place) => {
    const successor = rows[place - 1]
    return successor !== undefined && successor.signs_from.getTime() <= now.getTime() - keyTimes.keptForMs
  })
}

function needsNext([newest]: Row[], now: Date): boolean {
  return (
    newest !== undefined &&
    now.getTime() >= newest.signs_from.getTime() + keyTimes.signsForMs - keyTimes.publishedBeforeMs
  )
}

/** Serialised across processes on one database, so that they never create two keys at once. */
function changeKeys<T>(
  database: Database,
  change: (connection: Connection, rows: Row[]) => Promise<T>,
): Promise<T> {
  return database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [rotationKey])
    return change(connection, await selectKeys(connection))
  })
}

/**
 * The signing key first, then the other published ones. Creates the first key and the next when due, and
 * deletes expired ones.
 */
export async function readKeys(database: Database, now: Date): Promise<SigningKey[]> {
  let rows = await selectKeys(database)
  if (rows.length === 0 || needsNext(rows, now) || overdue(rows, now).length > 0) {
    rows = await changeKeys(database, async (connection, current) => {
      const [newest] = current
      if (newest === undefined) await insertKey(connection, now, now)
      else if (needsNext(current, now)) {
        const due = newest.signs_from.getTime() + keyTimes.signsForMs
        await insertKey(connection, new Date(Math.max(due, now.getTime() + keyTimes.publishedBeforeMs)), now)
      }
      const kids = overdue(current, now).map(({ kid }) => kid)
      if (kids.length > 0) await connection.orm.delete(identityKey).where(inArray(identityKey.kid, kids))
      return selectKeys(connection)
    })
  }
  const signing = rows.find(({ signs_from }) => signs_from <= now) ?? rows.at(-1)
  const ordered = [...rows.filter((row) => row === signing), ...rows.filter((row) => row !== signing)]
  return ordered.map(({ jwk }) => SigningKey.parse(jwk))
}

/**
 * Requests a new key. Without `atOnce` it is published now and signs a day later, unnoticed. With `atOnce`,
 * for a leaked key, all others are deleted at once and every token signed by them is refused. Returns when
 * the new key begins to sign.
 */
export function rotateKeys(database: Database, now: Date, { atOnce }: { atOnce: boolean }): Promise<Date> {
  return changeKeys(database, async (connection, rows) => {
    if (atOnce) {
      await connection.orm.delete(identityKey)
      await insertKey(connection, now, now)
      return now
    }
    const [newest] = rows
    if (newest && newest.signs_from > now) return newest.signs_from
    const from = new Date(now.getTime() + keyTimes.publishedBeforeMs)
    await insertKey(connection, from, now)
    return from
  })
}

const Keys = z.array(z.string()).min(1)

/** Keys of this installation, 32 bytes each in base64url; created at the first start and never changed. */
async function readSecret(database: Database, name: string): Promise<string[]> {
  const read = async () =>
    (await database.orm.select().from(identitySecret).where(eq(identitySecret.name, name)))[0]
  let row = await read()
  if (!row) {
    // Another process may be first; then its keys are used.
    await database.orm
      .insert(identitySecret)
      .values({ name, value: [randomBytes(32).toString('base64url')] })
      .onConflictDoNothing()
    row = await read()
  }
  return Keys.parse(row?.value)
}

/** The keys that sign this installation's cookies. */
export function readCookieKeys(database: Database): Promise<string[]> {
  return readSecret(database, 'cookie-keys')
}

/** The keys that encrypt two-factor secrets, unless the operator set some. */
export async function readSealingKeys(database: Database): Promise<Buffer[]> {
  return (await readSecret(database, 'second-step-keys')).map((key) => Buffer.from(key, 'base64url'))
}
