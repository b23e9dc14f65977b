import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '../../database/database.ts'
import { identityRecord } from '../tables.ts'
import { endedColumns, endGrants } from './ended.ts'

/**
 * How long a rotated refresh token is still accepted, so that two tabs or a lost response do not sign a
 * teacher out.
 */
export const refreshLeewayMs = 5_000

type Row = typeof identityRecord.$inferSelect

/**
 * Creates the provider's storage for one of its models (Session, Interaction, RefreshToken, …) on the table
 * `identity_record`.
 */
export function createStorage(
  database: Database,
  now: () => Date = () => new Date(),
): (model: string) => Adapter {
  return (model) => {
    const staysEnded = model === 'Session' || model === 'Grant'
    const withId = (id: string) => and(eq(identityRecord.model, model), eq(identityRecord.id, id))

    const isUsed = (row: Row, at: Date) =>
      row.consumed_at !== null &&
      (model !== 'RefreshToken' || at.getTime() - row.consumed_at.getTime() >= refreshLeewayMs)

    const toPayload = (row: Row | undefined): AdapterPayload | undefined => {
      const at = now()
      if (!row || (row.expires_at && row.expires_at <= at) || (staysEnded && row.consumed_at))
        return undefined
      return isUsed(row, at) ? { ...row.payload, consumed: true } : row.payload
    }

    return {
      async upsert(id, payload, expiresInSeconds) {
        const values = {
          payload,
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at:
            expiresInSeconds === undefined ? null : new Date(now().getTime() + expiresInSeconds * 1_000),
        }
        await database.orm
          .insert(identityRecord)
          .values({ model, id, ...values })
          .onConflictDoUpdate({
            target: [identityRecord.model, identityRecord.id],
            set: values,
            ...(staysEnded && { setWhere: isNull(identityRecord.consumed_at) }),
          })
      },
      async find(id) {
        const [row] = await database.orm.select().from(identityRecord).where(withId(id))
        return toPayload(row)
      },
      async findByUid(uid) {
        const [row] = await database.orm
          .select()
          .from(identityRecord)
          // A session that got a new id keeps its uid, and the remains of the old one must not be found by
          // it.
          .where(
            and(
              eq(identityRecord.model, model),
              eq(identityRecord.uid, uid),
              model === 'Session' ? isNull(identityRecord.consumed_at) : undefined,
            ),
          )
        return toPayload(row)
      },
      async findByUserCode() {
        // Only the device flow uses this, and it is off.
        return undefined
      },
      async consume(id) {
        // The first use starts the leeway; later uses within it must not extend it.
        const [row] = await database.orm
          .update(identityRecord)
          .set({
            consumed_at: sql`coalesce(${identityRecord.consumed_at}, ${now().toISOString()}::timestamptz)`,
          })
          .where(
            model === 'RefreshToken'
              ? withId(id)
              : and(withId(id), sql`${identityRecord.consumed_at} is null`),
          )
          .returning({ id: identityRecord.id })
        // Two concurrent exchanges of one code both passed the earlier check: only the first may continue.
        if (!row) throw new errors.InvalidGrant('already consumed')
      },
      async destroy(id) {
        if (model === 'Session')
          await database.orm.update(identityRecord).set(endedColumns(now())).where(withId(id))
        else if (model === 'Grant') await database.transaction((connection) => endGrants(connection, [id]))
        else await database.orm.delete(identityRecord).where(withId(id))
      },
      async revokeByGrantId(grantId) {
        await database.orm
          .delete(identityRecord)
          .where(and(eq(identityRecord.model, model), eq(identityRecord.grant_id, grantId)))
      },
    }
  }
}

/** Deletes expired records. Safe to run in several processes at once. */
export async function sweepRecords(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityRecord).where(lt(identityRecord.expires_at, now))
}
