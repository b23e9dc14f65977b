import { type LookedUpReference, lookUpStates } from '@penmark/contract'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { BibliographicRecord } from '../../../services/catalogues/record-text.ts'
import { type Connection, time } from '../../../services/database/database.ts'

const referenceLookUps = pgTable('reference_look_ups', {
  id: uuid().primaryKey(),
  document_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  state: text({ enum: lookUpStates }).notNull(),
  runs: integer().notNull().default(0),
  reference_count: integer().notNull().default(0),
  done: integer().notNull().default(0),
  results: jsonb().$type<LookedUpReference[]>().notNull().default([]),
  created_at: time().notNull().defaultNow(),
  completed_at: time(),
})

const bibliographicAnswers = pgTable('bibliographic_answers', {
  question_hash: text().primaryKey(),
  records: jsonb().$type<BibliographicRecord[]>().notNull(),
  expires_at: time().notNull(),
})

export type LookUpRow = typeof referenceLookUps.$inferSelect

const isUnfinished = inArray(referenceLookUps.state, ['waiting', 'looking'])

export async function selectOptionalLookUp(
  { orm }: Connection,
  teacher_id: string,
  document_id: string,
): Promise<LookUpRow | null> {
  const [row] = await orm
    .select()
    .from(referenceLookUps)
    .where(and(eq(referenceLookUps.teacher_id, teacher_id), eq(referenceLookUps.document_id, document_id)))
  return row ?? null
}

/** Adds a look-up, or restarts a finished one. Null if one of this document is under way. */
export async function upsertLookUp(
  { orm }: Connection,
  row: Pick<LookUpRow, 'id' | 'document_id' | 'teacher_id' | 'created_at'>,
): Promise<LookUpRow | null> {
  const initial = {
    state: 'waiting',
    runs: 0,
    reference_count: 0,
    done: 0,
    results: [],
    completed_at: null,
  } as const
  const [stored] = await orm
    .insert(referenceLookUps)
    .values({ ...row, ...initial, results: [] })
    .onConflictDoUpdate({
      target: referenceLookUps.document_id,
      set: { ...initial, results: [], id: row.id, created_at: row.created_at },
      setWhere: sql`${referenceLookUps.state} in ('ready', 'failed')`,
    })
    .returning()
  return stored ?? null
}

/** Starts a run; null if the look-up is gone or has ended. */
export async function markStarted({ orm }: Connection, id: string): Promise<LookUpRow | null> {
  const [row] = await orm
    .update(referenceLookUps)
    .set({ state: 'looking', runs: sql`${referenceLookUps.runs} + 1` })
    .where(and(eq(referenceLookUps.id, id), isUnfinished))
    .returning()
  return row ?? null
}

/** False when the run may not continue: the document was deleted, or another worker took over. */
export async function updateIfOwnRun(
  { orm }: Connection,
  { id, runs }: LookUpRow,
  change: Partial<LookUpRow>,
): Promise<boolean> {
  const isOwn = and(
    eq(referenceLookUps.id, id),
    eq(referenceLookUps.runs, runs),
    eq(referenceLookUps.state, 'looking'),
  )
  const rows = await orm
    .update(referenceLookUps)
    .set(change)
    .where(isOwn)
    .returning({ id: referenceLookUps.id })
  return rows.length > 0
}

export async function selectUnfinishedIds({ orm }: Connection): Promise<string[]> {
  const rows = await orm.select({ id: referenceLookUps.id }).from(referenceLookUps).where(isUnfinished)
  return rows.map(({ id }) => id)
}

export async function selectOptionalAnswer(
  { orm }: Connection,
  question_hash: string,
  now: Date,
): Promise<BibliographicRecord[] | null> {
  const [row] = await orm
    .select({ records: bibliographicAnswers.records })
    .from(bibliographicAnswers)
    .where(
      and(eq(bibliographicAnswers.question_hash, question_hash), gt(bibliographicAnswers.expires_at, now)),
    )
  return row?.records ?? null
}

export async function upsertAnswer(
  { orm }: Connection,
  row: typeof bibliographicAnswers.$inferInsert,
): Promise<void> {
  const { records, expires_at } = row
  await orm
    .insert(bibliographicAnswers)
    .values(row)
    .onConflictDoUpdate({ target: bibliographicAnswers.question_hash, set: { records, expires_at } })
}

export async function deleteExpiredAnswers({ orm }: Connection, now: Date): Promise<void> {
  await orm.delete(bibliographicAnswers).where(lt(bibliographicAnswers.expires_at, now))
}
