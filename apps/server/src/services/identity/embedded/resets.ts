import { eq } from 'drizzle-orm'
import type { Locale } from '../../../locale/locale.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { sendJob, sendMissingJobs } from '../../queue/send-job.ts'
import type { Identity } from '../identity.ts'
import { identityLink, identityResetRequest } from '../tables.ts'
import {
  normaliseEmail,
  selectOptionalAccount,
  selectOptionalAccountByEmail,
  updatePassword,
  updateVerified,
} from './accounts.ts'
import type { Attempts } from './attempts.ts'
import type { IdentityEmails } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { deleteTokens, insertToken, takeToken } from './tokens.ts'

const queue = 'password-resets'

export interface ResetParts {
  database: Database
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
  attempts: Attempts
}

interface PasswordParts extends Pick<ResetParts, 'database' | 'mailer' | 'emails'> {
  endAccess: Identity['endAccess']
}

/**
 * Records a reset request. It does the same for every address: whether it has an account is looked up later.
 */
export function requestReset(database: Database, email: string, language: Locale): Promise<void> {
  return database.transaction(async (connection) => {
    const request = { email: normaliseEmail(email), language }
    const [inserted] = await connection.orm
      .insert(identityResetRequest)
      .values(request)
      .returning({ id: identityResetRequest.id })
    if (inserted) await sendJob(connection, queue, String(inserted.id))
  })
}

/**
 * Handles a request: an email, if the address has an account. The request is deleted in the transaction that
 * writes the email.
 */
export async function handleResetRequest(
  { database, mailer, emails, attempts }: ResetParts,
  id: number,
  now: Date,
): Promise<void> {
  await database.transaction(async (connection) => {
    // Another process may have been faster; only the one that takes the request counts an email.
    const [request] = await connection.orm
      .delete(identityResetRequest)
      .where(eq(identityResetRequest.id, id))
      .returning()
    if (!request) return
    const { allowed } = await attempts.mailReset(request.email, connection)
    if (!allowed) return
    const account = await selectOptionalAccountByEmail(connection, request.email)
    if (!account) return
    const token = await insertToken(connection, 'reset', account.id, now)
    await mailer.send(connection, emails.reset({ email: account.email, language: request.language }, token))
  })
}

/** Sends a job for each request that has none. */
export async function sendMissingResets(database: Database): Promise<void> {
  const requests = await database.orm.select({ id: identityResetRequest.id }).from(identityResetRequest)
  await sendMissingJobs(
    database,
    queue,
    requests.map(({ id }) => String(id)),
  )
}

/** Whether people of other providers sign in to the account. */
async function isLinked({ orm }: Connection, accountId: string): Promise<boolean> {
  const rows = await orm
    .select({ issuer: identityLink.issuer })
    .from(identityLink)
    .where(eq(identityLink.account_id, accountId))
    .limit(1)
  return rows.length > 0
}

/**
 * Sets a new password for a link's account and ends all access to it: whoever requested the link may have
 * lost the password to somebody else. An account whose address nobody had confirmed passes to the owner of
 * the address. Null when the link is used or expired.
 */
export async function resetPassword(
  { database, mailer, emails, endAccess }: PasswordParts,
  token: string,
  password: string,
  now: Date,
): Promise<string | null> {
  const hash = await hashPassword(password)
  return database.transaction(async (connection) => {
    const id = await takeToken(connection, 'reset', token, now)
    const account = id === null ? null : await selectOptionalAccount(connection, id)
    if (!account) return null
    const isTakenBack =
      account.email_verified_at === null &&
      (account.password_hash !== null || (await isLinked(connection, account.id)))
    await updatePassword(connection, account.id, hash)
    // Someone who followed the link can read the mailbox.
    if (!account.email_verified_at) await updateVerified(connection, account.id, now)
    await endAccess(connection, account.id, { because: account.email_verified_at ? 'reset' : 'taken-back' })
    await mailer.send(connection, emails.passwordReset(account))
    if (isTakenBack) await mailer.send(connection, emails.takenBack(account))
    return account.email
  })
}

/**
 * Changes the password of someone signed in and ends all sign-ins but theirs. With `endsGrants`, everything
 * else that gives access to the account ends too.
 */
export async function changePassword(
  { database, mailer, emails, endAccess }: PasswordParts,
  {
    accountId,
    sessionUid,
    password,
    endsGrants,
  }: { accountId: string; sessionUid: string; password: string; endsGrants: boolean },
): Promise<void> {
  const hash = await hashPassword(password)
  await database.transaction(async (connection) => {
    const account = await selectOptionalAccount(connection, accountId)
    if (!account) return
    await updatePassword(connection, accountId, hash)
    if (endsGrants)
      await endAccess(connection, accountId, { because: 'password-changed', exceptSession: sessionUid })
    else {
      for (const purpose of ['reset', 'change'] as const) await deleteTokens(connection, purpose, accountId)
      await endSessions(connection, accountId, { except: sessionUid })
    }
    await mailer.send(
      connection,
      endsGrants ? emails.passwordReset(account) : emails.passwordChanged(account),
    )
  })
}
