import type { Connection, Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import {
  type Account,
  selectOptionalAccount,
  selectOptionalAccountByEmail,
  updateEmail,
  updateVerified,
} from './accounts.ts'
import type { IdentityEmails } from './emails.ts'
import { deleteTokens, insertToken, selectNewEmail, takeToken } from './tokens.ts'

interface Parts {
  database: Database
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
}

/** Writes the email with which a person verifies their address. */
export async function sendVerification(
  { mailer, emails }: Pick<Parts, 'mailer' | 'emails'>,
  connection: Connection,
  account: Account,
  now: Date,
): Promise<void> {
  const token = await insertToken(connection, 'verify', account.id, now)
  await mailer.send(connection, emails.verify(account, token))
}

/**
 * Sends a link to the new address and notifies the old one. Earlier links to other addresses become invalid.
 */
export async function requestEmailChange(
  { mailer, emails }: Parts,
  connection: Connection,
  account: Account,
  email: string,
  now: Date,
): Promise<void> {
  await deleteTokens(connection, 'change', account.id)
  const token = await insertToken(connection, 'change', account.id, now, email)
  const recipient = { email, language: account.language }
  // The response is the same either way: only the owner of the address may learn that it has an account.
  const isTaken = (await selectOptionalAccountByEmail(connection, email)) !== null
  await mailer.send(
    connection,
    isTaken ? emails.alreadyRegistered(recipient) : emails.changeEmail(recipient, token),
  )
  await mailer.send(connection, emails.changeAsked(account))
}

type EmailChange = { email: string } | 'over' | 'taken'

/**
 * Makes the address of a link the account's email. All links sent to the old address become invalid, and the
 * old address is notified. Sign-ins stay, since the requester knew the password.
 */
export function changeEmail(
  { database, mailer, emails }: Parts,
  token: string,
  now: Date,
): Promise<EmailChange> {
  return database.transaction(async (connection) => {
    const email = await selectNewEmail(connection, token, now)
    const id = await takeToken(connection, 'change', token, now)
    const account = id === null ? null : await selectOptionalAccount(connection, id)
    if (email === null || account === null) return 'over'
    if (!(await updateEmail(connection, account.id, email, now))) return 'taken'
    for (const purpose of ['reset', 'verify', 'change'] as const)
      await deleteTokens(connection, purpose, account.id)
    await mailer.send(connection, emails.emailChanged(account))
    return { email }
  })
}

/** Confirms the address of a link's account; false when the link is used or expired. */
export function confirmEmail(database: Database, token: string, now: Date): Promise<boolean> {
  return database.transaction(async (connection) => {
    const id = await takeToken(connection, 'verify', token, now)
    if (id === null) return false
    await updateVerified(connection, id, now)
    await deleteTokens(connection, 'verify', id)
    return true
  })
}
