import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection } from '../../../services/database/database.ts'
import type { EndOfAccess } from '../../../services/identity/identity.ts'
import { findAccountOf } from '../teachers/accounts.ts'
import { grants, previews } from './grants.ts'

/**
 * Ends everything that the product has granted under the account of a subject. What is in the account stays.
 */
export async function endGrants(
  connection: Connection,
  subject: string,
  { because }: EndOfAccess,
): Promise<void> {
  const account = await findAccountOf(connection, subject)
  if (account === null) return
  const endsStudents = because === 'taken-back' || because === 'erased'
  const ending = [
    ...grants.filter(({ heldByStudents = false }) => endsStudents || !heldByStudents),
    ...(endsStudents ? [] : [previews]),
  ]
  for (const { end } of ending) await connection.query(end, [account.id])
  const { id } = account
  await recordAction(
    connection,
    { teacher_id: id },
    { action: 'access.end', target_id: id, teacher_id: id, details: { because } },
  )
}
