import { randomUUID } from 'node:crypto'
import { Report } from '@penmark/contract'
import { desc, eq } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { reports } from './tables.ts'

/** The newest result of a document; null when it has none. */
export async function selectOptionalReport({ orm }: Connection, document_id: string): Promise<Report | null> {
  const [row] = await orm.select().from(reports).where(eq(reports.document_id, document_id)).orderBy(desc(reports.created_at)).limit(1)
  return row ? Report.parse(row.body) : null
}

/** Results are frozen: they are added and erased with their document, never changed. */
export async function insertReport({ orm }: Connection, report: Report, now: Date): Promise<void> {
  await orm.insert(reports).values({ id: randomUUID(), document_id: report.document_id, body: report, created_at: now })
}
