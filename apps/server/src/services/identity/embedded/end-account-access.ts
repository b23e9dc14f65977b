import type { Connection } from '../../database/database.ts'
import type { EndOfAccess } from '../identity.ts'
import { endSessions } from './sessions.ts'
import { deleteTokens } from './tokens.ts'
import { deleteTwoFactor } from './two-factor.ts'

/**
 * Ends what opens the account: sign-ins and their tokens, sign-ins that are waiting for a code or for the
 * browser, links in emails, and accounts of other providers, which their owners link again by signing in
 * there. Two-factor authentication stays with an owner who has confirmed the address: whoever reads a mailbox
 * must not be able to switch it off.
 */
export async function endAccountAccess(
  connection: Connection,
  accountId: string,
  end: EndOfAccess,
): Promise<void> {
  await endSessions(connection, accountId, {
    except: end.because === 'password-changed' ? end.exceptSession : null,
  })
  await connection.query(
    `delete from identity_record where model = 'Interaction'
     and $1 in (payload -> 'result' -> 'login' ->> 'accountId', payload -> 'lastSubmission' -> 'login' ->> 'accountId')`,
    [accountId],
  )
  // The erasure itself deletes the rest, and counts it.
  if (end.because === 'erased') return
  await connection.query('delete from identity_registration where account_id = $1::uuid', [accountId])
  await connection.query('delete from identity_link where account_id = $1::uuid', [accountId])
  for (const purpose of ['reset', 'change'] as const) await deleteTokens(connection, purpose, accountId)
  // Whoever changes a password may still have to confirm the address.
  if (end.because !== 'password-changed') await deleteTokens(connection, 'verify', accountId)
  if (end.because === 'taken-back') await deleteTwoFactor(connection, accountId)
}
