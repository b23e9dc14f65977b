import type { AuditEntry } from '@penmark/contract'
import { type AuditPage, listEntries } from '../../../services/audit/audit.ts'
import type { Connection } from '../../../services/database/database.ts'
import { listAccounts, teacherName } from '../../accounts/index.ts'

/** Newest first, with the present names of the people. */
export async function listAudit(connection: Connection, page: AuditPage): Promise<AuditEntry[]> {
  const rows = await listEntries(connection, page)
  const ids = rows
    .flatMap(({ administrator_id, teacher_id }) => [administrator_id, teacher_id])
    .filter((id) => id !== null)
  const accounts = new Map(
    (await listAccounts(connection, [...new Set(ids)])).map((account) => [account.id, account]),
  )
  const accountOf = (id: string | null) => (id === null ? undefined : accounts.get(id))
  return rows.map(({ id, at, teacher_id, ...row }) => {
    const administrator = accountOf(row.administrator_id)
    return {
      ...row,
      id: String(id),
      at: at.toISOString(),
      administrator_name: teacherName(administrator ?? {}),
      administrator_email: administrator?.email ?? null,
      teacher_email: accountOf(teacher_id)?.email ?? null,
    }
  })
}
