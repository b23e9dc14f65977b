import { randomUUID } from 'node:crypto'
import { CardBasis, type FrozenReport } from '@penmark/contract'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'
import { fromStoredReport, toStoredReport } from './rules.ts'

const reports = pgTable('reports', {
  id: uuid().primaryKey(),
  document_id: uuid().notNull(),
  /** SHA-256 of the model file: a document has one result per model. */
  model_hash: text().notNull(),
  body: jsonb().notNull(),
  created_at: time().notNull().defaultNow(),
})

/** The results of a document, newest last; the first is the one shown. */
export async function selectReports({ orm }: Connection, document_id: string): Promise<FrozenReport[]> {
  const rows = await orm
    .select()
    .from(reports)
    .where(eq(reports.document_id, document_id))
    .orderBy(asc(reports.created_at), asc(reports.id))
  return rows.map(({ body }) => fromStoredReport(body))
}

/** Of the first result of each of these documents, what a card states. The rest of a report is far larger. */
export async function selectCardBases(
  { orm }: Connection,
  document_ids: string[],
): Promise<Map<string, CardBasis>> {
  if (document_ids.length === 0) return new Map()
  const { body, document_id } = reports
  const rows = await orm
    .selectDistinctOn([document_id], {
      document_id,
      basis: sql<unknown>`json_build_object('calibration', ${body} -> 'calibration', 'facts', coalesce(${body} -> 'facts', '[]'))`,
    })
    .from(reports)
    .where(inArray(document_id, document_ids))
    .orderBy(asc(document_id), asc(reports.created_at), asc(reports.id))
  return new Map(rows.map((row) => [row.document_id, CardBasis.parse(row.basis)]))
}

/**
 * Results are frozen: they are added and erased with their document, never changed. Returns how many were
 * added: if a model already scored a document, its first result stays.
 */
export async function insertReports({ orm }: Connection, frozen: FrozenReport[], now: Date): Promise<number> {
  const rows = frozen.map((body) => ({
    id: randomUUID(),
    document_id: body.document_id,
    model_hash: body.detector?.model_hash ?? '',
    body: toStoredReport(body),
    created_at: now,
  }))
  return (await orm.insert(reports).values(rows).onConflictDoNothing().returning({ id: reports.id })).length
}
