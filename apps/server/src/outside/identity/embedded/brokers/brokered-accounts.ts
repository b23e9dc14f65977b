import { and, eq } from 'drizzle-orm'
import type { Connection, Database } from '../../../../database/database.ts'
import type { Locale } from '../../../../locale/locale.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { identityAccount, identityLink } from '../../tables.ts'
import { type Account, insertAccount, selectOptionalAccountByEmail, updatePassword, updateVerified } from '../accounts/accounts.ts'
import { sendVerification } from '../accounts/email-verification.ts'
import type { IdentityEmails } from '../emails.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { deleteTokens } from '../tokens.ts'
import { deleteTwoFactor } from '../two-factor/two-factor.ts'
import type { BrokeredPerson } from './brokers.ts'

interface Parts {
  database: Database
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
}

/** Why someone from another provider is refused: it shared no email, or has not verified one that already has an account. */
export type BrokeredFault = 'no-email' | 'email-unverified'

async function selectLinked({ orm }: Connection, { issuer, subject }: BrokeredPerson): Promise<Account | null> {
  const [row] = await orm
    .select({ account: identityAccount })
    .from(identityLink)
    .innerJoin(identityAccount, eq(identityAccount.id, identityLink.account_id))
    .where(and(eq(identityLink.issuer, issuer), eq(identityLink.subject, subject)))
  return row?.account ?? null
}

async function link({ orm }: Connection, { issuer, subject }: BrokeredPerson, account_id: string): Promise<void> {
  await orm.insert(identityLink).values({ issuer, subject, account_id }).onConflictDoNothing()
}

/** An account made with an unverified address passes to the person who verifies that address. */
async function takeOverAccount(connection: Connection, account: Account, now: Date): Promise<void> {
  await updatePassword(connection, account.id, null)
  await deleteTwoFactor(connection, account.id)
  await updateVerified(connection, account.id, now)
  await deleteTokens(connection, 'reset', account.id)
  await deleteTokens(connection, 'verify', account.id)
  await deleteTokens(connection, 'change', account.id)
  await endSessions(connection, account.id, { except: null })
}

/**
 * The account of a person signed in by another provider: the one linked before, one with the same email if the provider has verified it, or
 * a new one.
 */
export function signInBrokered(
  { database, mailer, emails }: Parts,
  person: BrokeredPerson,
  { provider, language, now }: { provider: string; language: Locale; now: Date },
): Promise<Account | BrokeredFault> {
  return database.transaction(async (connection) => {
    const linked = await selectLinked(connection, person)
    if (linked) return linked
    const { email, isEmailVerified, givenName: given_name, familyName: family_name } = person
    if (email === null) return 'no-email'
    const existing = await selectOptionalAccountByEmail(connection, email)
    if (existing) {
      if (!isEmailVerified) return 'email-unverified'
      if (!existing.email_verified_at) await takeOverAccount(connection, existing, now)
      await link(connection, person, existing.id)
      await mailer.send(connection, emails.linked(existing, provider))
      return existing
    }
    const email_verified_at = isEmailVerified ? now : null
    const account = await insertAccount(connection, { email, given_name, family_name, language, email_verified_at, password_hash: null })
    if (!account) return 'email-unverified'
    await link(connection, person, account.id)
    if (!isEmailVerified) await sendVerification({ mailer, emails }, connection, account, now)
    return account
  })
}
