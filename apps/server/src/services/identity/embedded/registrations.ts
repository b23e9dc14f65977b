import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { dayMs } from '../../../lib/durations.ts'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import type { Locale } from '../../../locale/locale.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { sendJob, sendMissingJobs } from '../../queue/send-job.ts'
import { identityRegistration } from '../tables.ts'
import {
  type Account,
  insertAccount,
  type NewAccount,
  normaliseEmail,
  selectOptionalAccount,
  selectOptionalAccountByEmail,
} from './accounts.ts'
import type { Attempts } from './attempts.ts'
import type { IdentityEmails } from './emails.ts'
import { hashPassword } from './passwords.ts'

/** How long a registration link is valid. */
const registrationLifeMs = dayMs

const queue = 'registrations'

interface RegistrationParts {
  database: Database
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
  attempts: Attempts
}

const since = (now: Date) => new Date(now.getTime() - registrationLifeMs)

/**
 * Records a registration request. It does the same for every address: whether it has an account is looked up
 * later.
 */
export async function requestRegistration(
  database: Database,
  { email, password, given_name, family_name }: NewAccount,
  { language, interactionUid }: { language: Locale; interactionUid: string },
): Promise<void> {
  const password_hash = await hashPassword(password)
  const request = {
    email: normaliseEmail(email),
    given_name,
    family_name,
    password_hash,
    language,
    interaction_uid: interactionUid,
  }
  await database.transaction(async (connection) => {
    const [inserted] = await connection.orm
      .insert(identityRegistration)
      .values(request)
      .returning({ id: identityRegistration.id })
    if (inserted) await sendJob(connection, queue, String(inserted.id))
  })
}

const isUnanswered = and(isNull(identityRegistration.token_hash), isNull(identityRegistration.account_id))

/** Handles a request: a link for a new address, or a notice to the owner of an existing account. */
export async function handleRegistrationRequest(
  { database, mailer, emails, attempts }: RegistrationParts,
  id: number,
): Promise<void> {
  await database.transaction(async (connection) => {
    const token = newSecret()
    // If two processes handle it at once, one finds the row already changed.
    const [request] = await connection.orm
      .update(identityRegistration)
      .set({ token_hash: hashSecret(token) })
      .where(and(eq(identityRegistration.id, id), isUnanswered))
      .returning()
    if (!request) return
    const { email, language } = request
    const isKnown = (await selectOptionalAccountByEmail(connection, email)) !== null
    const { allowed } = await attempts.mailRegistration(email, connection)
    if (isKnown || !allowed)
      await connection.orm.delete(identityRegistration).where(eq(identityRegistration.id, id))
    if (!allowed) return
    await mailer.send(
      connection,
      isKnown ? emails.alreadyRegistered({ email, language }) : emails.register({ email, language }, token),
    )
  })
}

/** Sends a job for each request that has none. */
export async function sendMissingRegistrations(database: Database): Promise<void> {
  const requests = await database.orm
    .select({ id: identityRegistration.id })
    .from(identityRegistration)
    .where(isUnanswered)
  await sendMissingJobs(
    database,
    queue,
    requests.map(({ id }) => String(id)),
  )
}

const isOfLink = (token: string, now: Date) =>
  and(
    eq(identityRegistration.token_hash, hashSecret(token)),
    isNull(identityRegistration.account_id),
    gt(identityRegistration.created_at, since(now)),
  )

/** The address that a link registers, without using the link; null when it is unknown, used or expired. */
export async function selectRegisteredEmail(
  { orm }: Connection,
  token: string,
  now: Date,
): Promise<string | null> {
  const [row] = await orm
    .select({ email: identityRegistration.email })
    .from(identityRegistration)
    .where(isOfLink(token, now))
  return row?.email ?? null
}

/** Lets the browser that followed the link continue the sign-in it began, if it is the same browser. */
export interface Entry {
  interactionUid: string
  secret: string
}

/**
 * Creates a link's account with its address verified. Null when the link is used or expired, or the address
 * has been taken.
 */
export function confirmRegistration(database: Database, token: string, now: Date): Promise<Entry | null> {
  return database.transaction(async (connection) => {
    const { orm } = connection
    const [row] = await orm
      .update(identityRegistration)
      .set({ token_hash: null })
      .where(isOfLink(token, now))
      .returning()
    if (!row) return null
    const { email, given_name, family_name, language, password_hash, interaction_uid: interactionUid } = row
    // Other links to this address become invalid.
    await orm.delete(identityRegistration).where(eq(identityRegistration.email, email))
    const account = await insertAccount(connection, {
      email,
      given_name,
      family_name,
      language,
      password_hash,
      email_verified_at: now,
    })
    if (account === null) return null
    const secret = newSecret()
    const { id: _id, ...rest } = row
    await orm
      .insert(identityRegistration)
      .values({ ...rest, token_hash: null, account_id: account.id, entry_hash: hashSecret(secret) })
    return { interactionUid, secret }
  })
}

/** Uses up an entry: returns the new account for the sign-in it belongs to. */
export async function takeEntry(
  connection: Connection,
  { interactionUid, secret }: Entry,
): Promise<Account | null> {
  const [row] = await connection.orm
    .delete(identityRegistration)
    .where(
      and(
        eq(identityRegistration.entry_hash, hashSecret(secret)),
        eq(identityRegistration.interaction_uid, interactionUid),
        isNotNull(identityRegistration.account_id),
      ),
    )
    .returning({ account_id: identityRegistration.account_id })
  return row?.account_id ? selectOptionalAccount(connection, row.account_id) : null
}

export async function sweepRegistrations(database: Database, now: Date): Promise<void> {
  await database.orm.delete(identityRegistration).where(lt(identityRegistration.created_at, since(now)))
}
