import { type Document, inProgress, routes } from '@penmark/contract'
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { selectAsJson } from '../rows/list-json.ts'
import type { DocumentsOf } from '../rows/store.ts'
import { documents } from '../rows/tables.ts'

/** Samples are not compared. */
function isIn(teacher_id: string, scope: DocumentsOf): SQL | undefined {
  const isOf =
    'class_group_id' in scope
      ? eq(documents.class_group_id, scope.class_group_id)
      : eq(documents.batch_id, scope.batch_id)
  return and(eq(documents.teacher_id, teacher_id), isOf, not(documents.is_sample))
}

/** The teacher's documents with these ids, in wire format and in no particular order. */
export async function readDocumentsById(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<Document[]> {
  if (ids.length === 0) return []
  const own = connection.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), inArray(documents.id, ids)))
  const [row] = await selectAsJson(connection, teacher_id, own, [sql`${documents.id}`])
  return routes.listDocuments.reply.parse(JSON.parse(row?.list ?? '[]'))
}

interface OwnedScope {
  teacher_id: string
  scope: DocumentsOf
}

/** What these documents belong to, each once: their class, or without one their upload. Samples are left out. */
export async function listScopes({ orm }: Connection, ids: string[]): Promise<OwnedScope[]> {
  if (ids.length === 0) return []
  const { teacher_id, class_group_id } = documents
  const batch_id = sql<string | null>`case when ${class_group_id} is null then ${documents.batch_id} end`
  const rows = await orm
    .selectDistinct({ teacher_id, class_group_id, batch_id })
    .from(documents)
    .where(and(inArray(documents.id, ids), not(documents.is_sample)))
    .orderBy(teacher_id, class_group_id, batch_id)
  return rows.flatMap((row): OwnedScope[] => {
    if (row.class_group_id !== null)
      return [{ teacher_id: row.teacher_id, scope: { class_group_id: row.class_group_id } }]
    return row.batch_id === null ? [] : [{ teacher_id: row.teacher_id, scope: { batch_id: row.batch_id } }]
  })
}

/** Whether any of them still waits or is being read. */
export async function hasPending(
  { orm }: Connection,
  teacher_id: string,
  scope: DocumentsOf,
): Promise<boolean> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(isIn(teacher_id, scope), inArray(documents.status, [...inProgress.dashboard])))
    .limit(1)
  return rows.length > 0
}
