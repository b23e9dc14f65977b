import type { AuditEntry } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { listAccounts } from '../teachers/account.ts'
import { type AuditPage, selectEntries } from './record-action.ts'

/** Newest first, with the people's present names. */
export async function listAudit(connection: Connection, page: AuditPage): Promise<AuditEntry[]> {
  const rows = await selectEntries(connection, page)
  const ids = rows.flatMap(({ administrator_id, teacher_id }) => [administrator_id, teacher_id]).filter((id) => id !== null)
  const accounts = new Map((await listAccounts(connection, [...new Set(ids)])).map((account) => [account.id, account]))
  const accountOf = (id: string | null) => (id === null ? undefined : accounts.get(id))
  return rows.map(({ id, at, action, teacher_id, ...row }) => {
    const administrator = accountOf(row.administrator_id)
    return {
      ...row,
      id: String(id),
      at: at.toISOString(),
      deed: action,
      administrator_name: [administrator?.first_name, administrator?.last_name].filter(Boolean).join(' ') || null,
      administrator_email: administrator?.email ?? null,
      teacher_email: accountOf(teacher_id)?.email ?? null,
    }
  })
}
