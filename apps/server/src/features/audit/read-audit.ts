import type { AuditEntry } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { type AuditPage, selectEntries } from './store.ts'

export async function listAudit(connection: Connection, page: AuditPage): Promise<AuditEntry[]> {
  const rows = await selectEntries(connection, page)
  return rows.map(({ id, at, first_name, last_name, teacher_id: _teacher, ...row }) => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    administrator_name: [first_name, last_name].filter(Boolean).join(' ') || null,
  }))
}
