import { and, count, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Connection } from '../../../../database/database.ts'
import { identityRecoveryCode, identityTwoFactor } from '../../tables.ts'

export type TwoFactor = typeof identityTwoFactor.$inferSelect

/** The two-factor row of an account, whether turned on or still being set up. */
export async function selectOptionalTwoFactor({ orm }: Connection, accountId: string): Promise<TwoFactor | null> {
  const [row] = await orm.select().from(identityTwoFactor).where(eq(identityTwoFactor.account_id, accountId))
  return row ?? null
}

/** Which of the accounts have it turned on. */
export async function selectSwitchedOn({ orm }: Connection, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const rows = await orm
    .select({ id: identityTwoFactor.account_id })
    .from(identityTwoFactor)
    .where(and(inArray(identityTwoFactor.account_id, accountIds), isNotNull(identityTwoFactor.confirmed_at)))
  return rows.map(({ id }) => id)
}

type NewTwoFactor = Pick<TwoFactor, 'account_id' | 'secret' | 'session_uid' | 'recovery_salt' | 'created_at'>

/** Starts the setup, replacing an unfinished one; a confirmed one stays. */
export async function insertTwoFactor({ orm }: Connection, row: NewTwoFactor): Promise<void> {
  const { account_id: _id, ...set } = row
  await orm
    .insert(identityTwoFactor)
    .values(row)
    .onConflictDoUpdate({ target: identityTwoFactor.account_id, set, setWhere: isNull(identityTwoFactor.confirmed_at) })
}

/** Turns it on after the setup; false when that was replaced or confirmed meanwhile. */
export async function confirmTwoFactor(
  { orm }: Connection,
  { account_id, secret }: TwoFactor,
  last_step: number,
  now: Date,
): Promise<boolean> {
  const rows = await orm
    .update(identityTwoFactor)
    .set({ last_step, confirmed_at: now })
    .where(and(eq(identityTwoFactor.account_id, account_id), eq(identityTwoFactor.secret, secret), isNull(identityTwoFactor.confirmed_at)))
    .returning({ id: identityTwoFactor.account_id })
  return rows.length > 0
}

/** Uses up a time step: of several attempts with one code, in any process, one returns true. */
export async function takeStep({ orm }: Connection, account_id: string, step: number): Promise<boolean> {
  const rows = await orm
    .update(identityTwoFactor)
    .set({ last_step: step })
    .where(
      and(eq(identityTwoFactor.account_id, account_id), isNotNull(identityTwoFactor.confirmed_at), lt(identityTwoFactor.last_step, step)),
    )
    .returning({ id: identityTwoFactor.account_id })
  return rows.length > 0
}

/** Removes it with its recovery codes; false when there was none. */
export async function deleteTwoFactor({ orm }: Connection, account_id: string): Promise<boolean> {
  const rows = await orm.delete(identityTwoFactor).where(eq(identityTwoFactor.account_id, account_id)).returning()
  return rows.some(({ confirmed_at }) => confirmed_at !== null)
}

export async function replaceRecoveryCodes({ orm }: Connection, account_id: string, hashes: string[]): Promise<void> {
  await orm.delete(identityRecoveryCode).where(eq(identityRecoveryCode.account_id, account_id))
  await orm.insert(identityRecoveryCode).values(hashes.map((hash) => ({ account_id, hash })))
}

/** Uses up a recovery code: of concurrent attempts one returns true. */
export async function takeRecoveryCode({ orm }: Connection, account_id: string, hash: string): Promise<boolean> {
  const rows = await orm
    .delete(identityRecoveryCode)
    .where(and(eq(identityRecoveryCode.account_id, account_id), eq(identityRecoveryCode.hash, hash)))
    .returning()
  return rows.length > 0
}

export async function countRecoveryCodes({ orm }: Connection, account_id: string): Promise<number> {
  const [row] = await orm.select({ count: count() }).from(identityRecoveryCode).where(eq(identityRecoveryCode.account_id, account_id))
  return Number(row?.count ?? 0)
}
