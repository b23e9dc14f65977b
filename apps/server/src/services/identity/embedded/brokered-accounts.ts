import { and, eq, ne } from 'drizzle-orm'
import type { Locale } from '../../../locale/locale.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Identity } from '../identity.ts'
import { identityAccount, identityLink } from '../tables.ts'
import {
  type Account,
  insertAccount,
  selectOptionalAccountByEmail,
  updatePassword,
  updateVerified,
} from './accounts.ts'
import type { BrokeredPerson } from './brokers.ts'
import { sendVerification } from './email-verification.ts'
import type { IdentityEmails } from './emails.ts'

interface Parts {
  database: Database
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
  endAccess: Identity['endAccess']
}

/**
 * Why someone from another provider is refused: it shared no email, has not verified one that already has an
 * account, or another of its accounts with this email already signs in here.
 */
export type BrokeredFault = 'no-email' | 'email-unverified' | 'other-owner'

async function selectLinked(
  { orm }: Connection,
  { issuer, subject }: BrokeredPerson,
): Promise<Account | null> {
  const [row] = await orm
    .select({ account: identityAccount })
    .from(identityLink)
    .innerJoin(identityAccount, eq(identityAccount.id, identityLink.account_id))
    .where(and(eq(identityLink.issuer, issuer), eq(identityLink.subject, subject)))
  return row?.account ?? null
}

async function link(
  { orm }: Connection,
  { issuer, subject }: BrokeredPerson,
  account_id: string,
): Promise<void> {
  await orm.insert(identityLink).values({ issuer, subject, account_id }).onConflictDoNothing()
}

/**
 * Whether another person of the same provider already signs in to the account: an address may have passed on,
 * its account must not.
 */
async function hasOtherOwner(
  { orm }: Connection,
  account: Account,
  { issuer, subject }: BrokeredPerson,
): Promise<boolean> {
  const rows = await orm
    .select({ subject: identityLink.subject })
    .from(identityLink)
    .where(
      and(
        eq(identityLink.account_id, account.id),
        eq(identityLink.issuer, issuer),
        ne(identityLink.subject, subject),
      ),
    )
  return rows.length > 0
}

/** An account made with an unverified address passes to the person who verifies that address. */
async function takeOverAccount(
  { mailer, emails, endAccess }: Parts,
  connection: Connection,
  account: Account,
  now: Date,
): Promise<void> {
  await updatePassword(connection, account.id, null)
  await updateVerified(connection, account.id, now)
  await endAccess(connection, account.id, { because: 'taken-back' })
  await mailer.send(connection, emails.takenBack(account))
}

/**
 * The account of a person signed in by another provider: the one linked before, one with the same email if
 * the provider has verified it, or a new one.
 */
export function signInBrokered(
  parts: Parts,
  person: BrokeredPerson,
  { provider, language, now }: { provider: string; language: Locale; now: Date },
): Promise<Account | BrokeredFault> {
  const { database, mailer, emails } = parts
  return database.transaction(async (connection) => {
    const linked = await selectLinked(connection, person)
    if (linked) return linked
    const { email, isEmailVerified, givenName: given_name, familyName: family_name } = person
    if (email === null) return 'no-email'
    const existing = await selectOptionalAccountByEmail(connection, email)
    if (existing) {
      if (!isEmailVerified) return 'email-unverified'
      if (!existing.email_verified_at) await takeOverAccount(parts, connection, existing, now)
      else if (await hasOtherOwner(connection, existing, person)) return 'other-owner'
      await link(connection, person, existing.id)
      await mailer.send(connection, emails.linked(existing, provider))
      return existing
    }
    const email_verified_at = isEmailVerified ? now : null
    const account = await insertAccount(connection, {
      email,
      given_name,
      family_name,
      language,
      email_verified_at,
      password_hash: null,
    })
    if (!account) return 'email-unverified'
    await link(connection, person, account.id)
    if (!isEmailVerified) await sendVerification({ mailer, emails }, connection, account, now)
    return account
  })
}
