import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { dayMs, minuteMs } from '../../../lib/durations.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import type { Connection, Database } from '../../database/database.ts'
import { identityAccount, identityToken } from '../tables.ts'
import type { Account } from './accounts.ts'

export type TokenPurpose = 'reset' | 'verify' | 'change'

export const tokenLifeMs: Record<TokenPurpose, number> = {
  reset: 30 * minuteMs,
  verify: 3 * dayMs,
  change: dayMs,
}

/** The life of a `reset` that is somebody's invitation to choose a first password. */
export const invitationLifeMs = 14 * dayMs

/**
 * Creates the secret of a link. Only the email contains it; the database keeps its hash. `email` is the new
 * address of a `change`.
 */
export async function insertToken(
  { orm }: Connection,
  purpose: TokenPurpose,
  account_id: string,
  now: Date,
  email: string | null = null,
  lifeMs = tokenLifeMs[purpose],
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + lifeMs)
  await orm
    .insert(identityToken)
    .values({ hash: hashSecret(token), purpose, account_id, email, created_at: now, expires_at })
  return token
}

/** The owner of a link, without using it; null when it is unknown, used or expired. */
export async function selectAccountByToken(
  { orm }: Connection,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<Account | null> {
  const [row] = await orm
    .select({ account: identityAccount })
    .from(identityToken)
    .innerJoin(identityAccount, eq(identityAccount.id, identityToken.account_id))
    .where(
      and(
        eq(identityToken.hash, hashSecret(token)),
        eq(identityToken.purpose, purpose),
        gt(identityToken.expires_at, now),
      ),
    )
  return row?.account ?? null
}

/** The new address that a link confirms, without using it; null when it is unknown, used or expired. */
export async function selectNewEmail({ orm }: Connection, token: string, now: Date): Promise<string | null> {
  const [row] = await orm
    .select({ email: identityToken.email })
    .from(identityToken)
    .where(
      and(
        eq(identityToken.hash, hashSecret(token)),
        eq(identityToken.purpose, 'change'),
        gt(identityToken.expires_at, now),
      ),
    )
  return row?.email ?? null
}

/** The new address that an account has yet to confirm; null when there is none. */
export async function selectAwaitedEmail(
  { orm }: Connection,
  accountId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await orm
    .select({ email: identityToken.email })
    .from(identityToken)
    .where(
      and(
        eq(identityToken.account_id, accountId),
        eq(identityToken.purpose, 'change'),
        gt(identityToken.expires_at, now),
      ),
    )
  return row?.email ?? null
}

/** Uses up a link: of concurrent calls one gets the account, the others null. */
export async function takeToken(
  { orm }: Connection,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | null> {
  const [row] = await orm
    .delete(identityToken)
    .where(
      and(
        eq(identityToken.hash, hashSecret(token)),
        eq(identityToken.purpose, purpose),
        gt(identityToken.expires_at, now),
      ),
    )
    .returning({ account_id: identityToken.account_id })
  return row?.account_id ?? null
}

/** Invalidates every other link of this kind. */
export async function deleteTokens(
  { orm }: Connection,
  purpose: TokenPurpose,
  accountId: string,
): Promise<void> {
  await orm
    .delete(identityToken)
    .where(and(eq(identityToken.account_id, accountId), eq(identityToken.purpose, purpose)))
}

export async function sweepTokens(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityToken).where(lt(identityToken.expires_at, now))
}
