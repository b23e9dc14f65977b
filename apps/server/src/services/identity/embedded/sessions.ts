import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hourMs } from '../../../lib/durations.ts'
import type { Connection, Database } from '../../database/database.ts'
import { identityDevice, identityRecord } from '../tables.ts'
import { forgetAwaitedCodes } from './awaited-codes.ts'
import { endedColumns, endGrants } from './ended.ts'

/** One sign-in of an account, in one browser. */
export interface SignedIn {
  uid: string
  /** Browser and system; empty when unknown. */
  device: string
  since: Date
  lastUsedAt: Date
}

const isSessionOf = (accountId: string) =>
  and(
    eq(identityRecord.model, 'Session'),
    isNull(identityRecord.consumed_at),
    sql`${identityRecord.payload} ->> 'accountId' = ${accountId}`,
  )

/**
 * Records the device so that its owner recognises the sign-in; does nothing if the account was erased
 * meanwhile.
 */
export async function recordDevice(
  connection: Connection,
  session_uid: string,
  account_id: string,
  device: string,
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into identity_device (session_uid, account_id, device, created_at, last_used_at)
     select $1, id, $3, $4::timestamptz, $4::timestamptz from identity_account where id = $2::uuid for key share
     on conflict (session_uid) do update set device = excluded.device, last_used_at = excluded.last_used_at`,
    [session_uid, account_id, device, now.toISOString()],
  )
}

export async function touchDevice({ orm }: Connection, session_uid: string, now: Date): Promise<void> {
  await orm
    .update(identityDevice)
    .set({ last_used_at: now })
    .where(eq(identityDevice.session_uid, session_uid))
}

/** Where an account is signed in, most recently used first. */
export async function selectSignedIn({ orm }: Connection, accountId: string, now: Date): Promise<SignedIn[]> {
  const rows = await orm
    .select({
      uid: identityDevice.session_uid,
      device: identityDevice.device,
      since: identityDevice.created_at,
      lastUsedAt: identityDevice.last_used_at,
    })
    .from(identityRecord)
    .innerJoin(identityDevice, eq(identityDevice.session_uid, identityRecord.uid))
    .where(and(isSessionOf(accountId), gt(identityRecord.expires_at, now)))
    .orderBy(desc(identityDevice.last_used_at))
  return rows
}

const Authorizations = z.record(z.string(), z.object({ grantId: z.string().optional() })).catch({})

/**
 * Ends sign-ins of an account: one, all but one, or all. Except for a single one, those still waiting for a
 * code end too. Their refresh and access tokens end with them. Returns how many were ended.
 */
export async function endSessions(
  connection: Connection,
  accountId: string,
  which: { only: string } | { except: string | null },
): Promise<number> {
  const chosen =
    'only' in which
      ? eq(identityRecord.uid, which.only)
      : which.except === null
        ? undefined
        : ne(identityRecord.uid, which.except)
  const ended = await connection.orm
    .update(identityRecord)
    .set(endedColumns(new Date()))
    .where(and(isSessionOf(accountId), chosen))
    .returning({ uid: identityRecord.uid, payload: identityRecord.payload })
  const grants = ended.flatMap(({ payload }) =>
    Object.values(Authorizations.parse(payload.authorizations)).flatMap(({ grantId }) => grantId ?? []),
  )
  await endGrants(connection, grants)
  if (!('only' in which)) await forgetAwaitedCodes(connection, accountId)
  return ended.length
}

/** Deletes devices whose sign-in has ended. */
export async function sweepDevices(database: Database, now: Date): Promise<void> {
  // A new sign-in's device is stored before its session.
  const before = new Date(now.getTime() - hourMs)
  await database.query(
    `delete from identity_device d where last_used_at < $1::timestamptz
     and not exists (select 1 from identity_record r where r.model = 'Session' and r.uid = d.session_uid and r.consumed_at is null)`,
    [before.toISOString()],
  )
}
