import { type Document, findings, inProgress, isWorthReading, routes } from '@penmark/contract'
import { and, count, desc, eq, gte, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Connection } from '../../../database/database.ts'
import { documents } from '../tables.ts'
import { selectAsJson } from './list-json.ts'
import { findingRanks } from './list-store.ts'

/** The documents of a class, of an upload, or those uploaded since a moment. */
export type DocumentScope = { class_group_id: string } | { batch_id: string } | { since: Date }

/** Samples are not counted. */
function isIn(teacher_id: string, scope: DocumentScope): SQL | undefined {
  const isOf =
    'class_group_id' in scope
      ? eq(documents.class_group_id, scope.class_group_id)
      : 'batch_id' in scope
        ? eq(documents.batch_id, scope.batch_id)
        : gte(documents.created_at, scope.since)
  return and(eq(documents.teacher_id, teacher_id), isOf, not(documents.is_sample))
}

const firstWorthReading = Math.min(...findings.filter(isWorthReading).map((finding) => findingRanks[finding]))
const isFound = sql`${documents.finding_sort} >= ${sql.raw(String(firstWorthReading))}`
const hasRank = (...ranks: number[]) =>
  sql`floor(${documents.finding_sort}) in (${sql.raw(ranks.join(', '))})`

/** How many documents there are by what was found in them. */
export async function countByFinding({ orm }: Connection, teacher_id: string, scope: DocumentScope) {
  const {
    'insufficient-text': short,
    'unsupported-language': foreign,
    inconclusive,
    'no-evidence': nothing,
  } = findingRanks
  const counted = (where: SQL) => sql<number>`count(*) filter (where ${where})::float8`
  const isDone = sql`${documents.status} = 'COMPLETED'`
  const [row] = await orm
    .select({
      documents: count(),
      words: sql<number>`coalesce(sum(${documents.word_count}), 0)::float8`,
      pending: counted(inArray(documents.status, [...inProgress.dashboard])),
      failed: counted(inArray(documents.status, ['ERROR', 'LIMIT_EXCEEDED'])),
      found: counted(sql`${isDone} and ${isFound}`),
      cannot_tell: counted(sql`${isDone} and ${hasRank(short, foreign, inconclusive)}`),
      nothing: counted(sql`${isDone} and ${hasRank(nothing)}`),
    })
    .from(documents)
    .where(isIn(teacher_id, scope))
  return row ?? { documents: 0, words: 0, pending: 0, failed: 0, found: 0, cannot_tell: 0, nothing: 0 }
}

/** The ids of completed documents with a finding, the strongest first. */
export async function listFound(
  { orm }: Connection,
  teacher_id: string,
  scope: DocumentScope,
  limit: number,
): Promise<string[]> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(isIn(teacher_id, scope), eq(documents.status, 'COMPLETED'), isFound))
    .orderBy(desc(documents.finding_sort), desc(documents.created_at), desc(documents.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Which of these documents are among them. */
export async function selectIdsWithin(
  { orm }: Connection,
  teacher_id: string,
  scope: DocumentScope,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(isIn(teacher_id, scope), inArray(documents.id, ids)))
  return rows.map(({ id }) => id)
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
  scope: { class_group_id: string } | { batch_id: string }
}

/** What these documents belong to, each once: their class, or without one their upload. */
export async function listScopes({ orm }: Connection, ids: string[]): Promise<OwnedScope[]> {
  if (ids.length === 0) return []
  const { teacher_id, class_group_id } = documents
  const batch_id = sql<string | null>`case when ${class_group_id} is null then ${documents.batch_id} end`
  const rows = await orm
    .selectDistinct({ teacher_id, class_group_id, batch_id })
    .from(documents)
    .where(inArray(documents.id, ids))
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
  scope: DocumentScope,
): Promise<boolean> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(isIn(teacher_id, scope), inArray(documents.status, [...inProgress.dashboard])))
    .limit(1)
  return rows.length > 0
}
