import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '../../../database/database.ts'
import { identityRecord } from '../tables.ts'

/** How long a rotated refresh token is still honoured, so that two tabs or a lost answer do not sign a teacher out. */
export const refreshLeewayMs = 5_000

/** Longer than any request that read a session before it was ended. */
const endedKeptMs = 60 * 60 * 1_000

/**
 * What ends a session. It is not deleted at once: a request that read it before would store it again at its end, and the browser that was signed
 * out everywhere would be back in.
 */
export const over = (now: Date) => ({ consumed_at: now, expires_at: new Date(now.getTime() + endedKeptMs) })

type Row = typeof identityRecord.$inferSelect

/** Makes the provider's storage for one of its models (Session, Interaction, RefreshToken, …) on the table `identity_record`. */
export function createStorage(database: Database, now: () => Date = () => new Date()): (model: string) => Adapter {
  return (model) => {
    const withId = (id: string) => and(eq(identityRecord.model, model), eq(identityRecord.id, id))

    const isUsed = (row: Row, at: Date) =>
      row.consumed_at !== null && (model !== 'RefreshToken' || at.getTime() - row.consumed_at.getTime() >= refreshLeewayMs)

    const toPayload = (row: Row | undefined): AdapterPayload | undefined => {
      const at = now()
      if (!row || (row.expires_at && row.expires_at <= at) || (model === 'Session' && row.consumed_at)) return undefined
      return isUsed(row, at) ? { ...row.payload, consumed: true } : row.payload
    }

    return {
      async upsert(id, payload, expiresInSeconds) {
        const values = {
          payload,
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresInSeconds === undefined ? null : new Date(now().getTime() + expiresInSeconds * 1_000),
        }
        await database.orm
          .insert(identityRecord)
          .values({ model, id, ...values })
          .onConflictDoUpdate({
            target: [identityRecord.model, identityRecord.id],
            set: values,
            ...(model === 'Session' && { setWhere: isNull(identityRecord.consumed_at) }),
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
          // A sign-in that got another id kept its uid, and what is left of the one before must not be found by it.
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
        // Only the device flow asks, and it is off.
        return undefined
      },
      async consume(id) {
        // The first use starts the leeway; later uses within it must not prolong it.
        const [row] = await database.orm
          .update(identityRecord)
          .set({ consumed_at: sql`coalesce(${identityRecord.consumed_at}, ${now().toISOString()}::timestamptz)` })
          .where(model === 'RefreshToken' ? withId(id) : and(withId(id), sql`${identityRecord.consumed_at} is null`))
          .returning({ id: identityRecord.id })
        // Two exchanges of one code at the same moment both passed the check before: only the first may go on.
        if (!row) throw new errors.InvalidGrant('already consumed')
      },
      async destroy(id) {
        if (model === 'Session') await database.orm.update(identityRecord).set(over(now())).where(withId(id))
        else await database.orm.delete(identityRecord).where(withId(id))
      },
      async revokeByGrantId(grantId) {
        await database.orm.delete(identityRecord).where(and(eq(identityRecord.model, model), eq(identityRecord.grant_id, grantId)))
      },
    }
  }
}

/** Deletes what has expired. Safe to run in several processes at once. */
export async function sweepRecords(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityRecord).where(lt(identityRecord.expires_at, now))
}
