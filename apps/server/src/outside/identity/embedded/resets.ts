import { asc, eq } from 'drizzle-orm'
import type { Connection, Database } from '../../../database/database.ts'
import type { Post } from '../../mail/post.ts'
import { identityResetRequest } from '../tables.ts'
import { normaliseEmail, selectOptionalAccount, selectOptionalAccountByEmail, updatePassword, updateVerified } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import type { Letters } from './letters.ts'
import type { Language } from './pages/language.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { deleteTokens, insertToken, takeToken } from './tokens.ts'

export interface ResetParts {
  database: Database
  post: Pick<Post, 'send'>
  letters: Letters
  attempts: Attempts
}

/** Notes that somebody wants a new password. Does the same for every address: whether there is an account is looked up afterwards. */
export async function askReset({ orm }: Connection, email: string, language: Language): Promise<void> {
  await orm.insert(identityResetRequest).values({ email: normaliseEmail(email), language })
}

async function answerOne({ database, post, letters, attempts }: ResetParts, id: number, now: Date): Promise<void> {
  await database.transaction(async (connection) => {
    // Somebody else may have been faster; only who takes the request counts a mail.
    const [request] = await connection.orm.delete(identityResetRequest).where(eq(identityResetRequest.id, id)).returning()
    if (!request) return
    const { allowed } = await attempts.mailReset(request.email, connection)
    if (!allowed) return
    const account = await selectOptionalAccountByEmail(connection, request.email)
    if (!account) return
    const token = await insertToken(connection, 'reset', account.id, now)
    await post.send(connection, letters.reset({ email: account.email, language: request.language }, token))
  })
}

/** Answers what was asked since: a mail for each address that has an account. A request is gone exactly when its mail is written. */
export async function answerResets(parts: ResetParts, now: () => Date = () => new Date()): Promise<void> {
  for (;;) {
    const [request] = await parts.database.orm.select().from(identityResetRequest).orderBy(asc(identityResetRequest.id)).limit(1)
    if (!request) return
    await answerOne(parts, request.id, now())
  }
}

/** Gives the account of a link a new password, and ends all of its sign-ins. Null when the link is used up or too old. */
export async function resetPassword(
  { database, post, letters }: ResetParts,
  token: string,
  password: string,
  now: Date,
): Promise<string | null> {
  const hash = await hashPassword(password)
  return database.transaction(async (connection) => {
    const id = await takeToken(connection, 'reset', token, now)
    const account = id === null ? null : await selectOptionalAccount(connection, id)
    if (!account) return null
    await updatePassword(connection, account.id, hash)
    // Whoever followed the link reads the mailbox.
    if (!account.email_verified_at) await updateVerified(connection, account.id, now)
    await deleteTokens(connection, 'reset', account.id)
    // Whoever asked for another address may not have been the owner.
    await deleteTokens(connection, 'change', account.id)
    await endSessions(connection, account.id, { except: null })
    await post.send(connection, letters.passwordChanged(account))
    return account.email
  })
}

/** Changes the password of somebody who is signed in, and ends all sign-ins but theirs. */
export async function changePassword(
  { database, post, letters }: ResetParts,
  { accountId, sessionUid, password }: { accountId: string; sessionUid: string; password: string },
): Promise<void> {
  const hash = await hashPassword(password)
  await database.transaction(async (connection) => {
    const account = await selectOptionalAccount(connection, accountId)
    if (!account) return
    await updatePassword(connection, accountId, hash)
    await deleteTokens(connection, 'reset', accountId)
    await deleteTokens(connection, 'change', accountId)
    await endSessions(connection, accountId, { except: sessionUid })
    await post.send(connection, letters.passwordChanged(account))
  })
}
