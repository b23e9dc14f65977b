import type { Connection, Database } from '../../../../database/database.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { IdentityEmails } from '../emails.ts'
import { deleteTokens, insertToken, takeToken } from '../tokens.ts'
import { type Account, updateVerified } from './accounts.ts'

interface Parts {
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
}

/** Writes the email with which a person verifies their address. */
export async function sendVerification({ mailer, emails }: Parts, connection: Connection, account: Account, now: Date): Promise<void> {
  const token = await insertToken(connection, 'verify', account.id, now)
  await mailer.send(connection, emails.verify(account, token))
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
