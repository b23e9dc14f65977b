import { eq } from 'drizzle-orm'
import type { Locale } from '../../../locale/locale.ts'
import type { Connection, Database } from '../../database/database.ts'
import { identityAccount } from '../tables.ts'
import { checkPassword, hashPassword } from './passwords.ts'

export type Account = typeof identityAccount.$inferSelect

export interface NewAccount {
  email: string
  password: string
  given_name: string
  family_name: string
}

/** Whether a subject can be one of our account ids; it may come from a provider used before. */
export function isAccountId(subject: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(subject)
}

/**
 * Normalises an address, so that two spellings are one account: compatibility forms folded, trimmed, lower
 * case.
 */
export function normaliseEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export async function selectOptionalAccount({ orm }: Connection, id: string): Promise<Account | null> {
  const [account] = await orm.select().from(identityAccount).where(eq(identityAccount.id, id))
  return account ?? null
}

export async function selectOptionalAccountByEmail(
  { orm }: Connection,
  email: string,
): Promise<Account | null> {
  const [account] = await orm
    .select()
    .from(identityAccount)
    .where(eq(identityAccount.email, normaliseEmail(email)))
  return account ?? null
}

export async function hasAccounts({ orm }: Connection): Promise<boolean> {
  const rows = await orm.select({ id: identityAccount.id }).from(identityAccount).limit(1)
  return rows.length > 0
}

type AccountFields = Pick<
  Account,
  'email' | 'given_name' | 'family_name' | 'language' | 'password_hash' | 'email_verified_at'
>

/** Creates an account; null when the email is taken. */
export async function insertAccount({ orm }: Connection, fields: AccountFields): Promise<Account | null> {
  const [account] = await orm
    .insert(identityAccount)
    .values({ ...fields, email: normaliseEmail(fields.email) })
    .onConflictDoNothing()
    .returning()
  return account ?? null
}

/**
 * Creates an account with a password and runs `then` in the same transaction; null when the email is taken.
 */
export async function registerAccount(
  database: Database,
  { password, ...rest }: NewAccount,
  language: Locale,
  then: (connection: Connection, account: Account) => Promise<void>,
): Promise<Account | null> {
  const password_hash = await hashPassword(password)
  return database.transaction(async (connection) => {
    const account = await insertAccount(connection, {
      ...rest,
      language,
      password_hash,
      email_verified_at: null,
    })
    if (account) await then(connection, account)
    return account
  })
}

/** The account with this email and password, or null; both kinds of failure take the same time. */
export async function selectAccountByPassword(
  database: Database,
  email: string,
  password: string,
): Promise<Account | null> {
  const account = await selectOptionalAccountByEmail(database, email)
  const isRight = await checkPassword(password, account?.password_hash ?? null)
  return account && isRight ? account : null
}

/**
 * Changes the account's email to a verified address, in the caller's transaction; false when another account
 * has it.
 */
export async function updateEmail(
  connection: Connection,
  id: string,
  email: string,
  now: Date,
): Promise<boolean> {
  // If two accounts take one address at once, the database refuses one; the savepoint keeps the rest of the
  // transaction.
  await connection.query('savepoint email')
  try {
    await connection.orm
      .update(identityAccount)
      .set({ email, email_verified_at: now })
      .where(eq(identityAccount.id, id))
    return true
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    if (typeof cause !== 'object' || cause === null || !('code' in cause) || cause.code !== '23505')
      throw error
    await connection.query('rollback to savepoint email')
    return false
  }
}

/** Null removes the password: the account is then entered through another provider, or after a reset. */
export async function updatePassword(
  { orm }: Connection,
  id: string,
  password_hash: string | null,
): Promise<void> {
  await orm.update(identityAccount).set({ password_hash }).where(eq(identityAccount.id, id))
}

export async function updateVerified({ orm }: Connection, id: string, now: Date): Promise<void> {
  await orm.update(identityAccount).set({ email_verified_at: now }).where(eq(identityAccount.id, id))
}
