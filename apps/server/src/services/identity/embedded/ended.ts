import { hourMs } from '../../../lib/durations.ts'
import { type Connection, noticeOnCommit } from '../../database/database.ts'

/** The topic of the notice that some grants have ended. */
export const grantsEnded = 'identity_grants_ended'

/** Longer than any request that read a session before it was ended. */
const endedKeptMs = hourMs

/**
 * Marks a session or grant as ended instead of deleting it: a request that read it before would store it
 * again, and a browser that was signed out everywhere would be signed in again.
 */
export const endedColumns = (now: Date) => ({
  consumed_at: now,
  expires_at: new Date(now.getTime() + endedKeptMs),
})

/**
 * Ends grants with their refresh tokens and codes, in the caller's transaction. The grants stay as ended for
 * an hour, so that every process refuses their access tokens, and a request that read one before cannot bring
 * it back.
 */
export async function endGrants(connection: Connection, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { consumed_at, expires_at } = endedColumns(new Date())
  await connection.query('delete from identity_record where grant_id = any($1::text[])', [ids])
  await connection.query(
    `update identity_record set consumed_at = coalesce(consumed_at, $2::timestamptz), expires_at = $3::timestamptz
     where model = 'Grant' and id = any($1::text[])`,
    [ids, consumed_at.toISOString(), expires_at.toISOString()],
  )
  await noticeOnCommit(connection, grantsEnded)
}
