import { eq } from 'drizzle-orm'
import type { Database } from '../../../database/database.ts'
import { identityAccount } from '../tables.ts'
import { checkPassword, hashPassword } from './passwords.ts'

export type Account = typeof identityAccount.$inferSelect

export interface NewAccount {
  email: string
  password: string
  given_name: string
  family_name: string
}

/** Two spellings of one address are one account: compatibility forms folded, no spaces around, lower case. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export async function selectOptionalAccount(database: Database, id: string): Promise<Account | null> {
  const [account] = await database.orm.select().from(identityAccount).where(eq(identityAccount.id, id))
  return account ?? null
}

/** Creates an account; null when the e-mail is taken. */
export async function insertAccount(database: Database, { password, email, ...names }: NewAccount): Promise<Account | null> {
  const [account] = await database.orm
    .insert(identityAccount)
    .values({ ...names, email: normaliseEmail(email), password_hash: await hashPassword(password) })
    .onConflictDoNothing()
    .returning()
  return account ?? null
}

/** The account with this e-mail and password, or null; both ways of failing take the same time. */
export async function selectAccountByPassword(database: Database, email: string, password: string): Promise<Account | null> {
  const [account] = await database.orm
    .select()
    .from(identityAccount)
    .where(eq(identityAccount.email, normaliseEmail(email)))
  const isRight = await checkPassword(password, account?.password_hash ?? null)
  return account && isRight ? account : null
}
