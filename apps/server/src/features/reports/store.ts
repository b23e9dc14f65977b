import { randomUUID } from 'node:crypto'
import { FrozenReport } from '@penmark/contract'
import { asc, eq } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { reports } from './tables.ts'

/** `paragraph_results` can be derived from `results`; storing both would double a report. Older rows hold both. */
function toStored({ paragraph_results: _, ...body }: FrozenReport) {
  return body
}

function fromStored(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('results' in body)) return body
  const { results } = body
  const isBounded = 'detail' in body && body.detail !== null
  const paragraphs = isBounded && Array.isArray(results) ? results.map((paragraph: object) => ({ ...paragraph, spans: [] })) : results
  return { paragraph_results: paragraphs, ...body }
}

/** The results of a document, newest last; the first is the one shown. */
export async function selectReports({ orm }: Connection, document_id: string): Promise<FrozenReport[]> {
  const rows = await orm
    .select()
    .from(reports)
    .where(eq(reports.document_id, document_id))
    .orderBy(asc(reports.created_at), asc(reports.id))
  return rows.map(({ body }) => FrozenReport.parse(fromStored(body)))
}

/**
 * Results are frozen: they are added and erased with their document, never changed. Returns how many were added: where a model already
 * scored a document, its first result stays.
 */
export async function insertReports({ orm }: Connection, frozen: FrozenReport[], now: Date): Promise<number> {
  const rows = frozen.map((body) => ({
    id: randomUUID(),
    document_id: body.document_id,
    model_hash: body.detector?.model_hash ?? '',
    body: toStored(body),
    created_at: now,
  }))
  return (await orm.insert(reports).values(rows).onConflictDoNothing().returning({ id: reports.id })).length
}
