import { caseOutcomes } from '@penmark/contract'
import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

/** The people who decide appeals. */
const caseReviewers = pgTable('case_reviewers', {
  teacher_id: uuid().primaryKey(),
  added_at: time().notNull().defaultNow(),
})

/** The database refuses to change an appeal after its end. */
const caseAppeals = pgTable('case_appeals', {
  id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  /** The teacher of the case. */
  teacher_id: uuid().notNull(),
  /** The entry that holds the decision. */
  decision_id: bigint({ mode: 'number' }).notNull(),
  reply_id: uuid().notNull(),
  language: text().notNull(),
  /** Null while there is no reviewer for it, and once the reviewer's account is erased. */
  reviewer_id: uuid(),
  appealed_at: time().notNull(),
  read_at: time(),
  ended_at: time(),
  /** What replaced the decision; null if it was upheld. */
  outcome: text({ enum: caseOutcomes }),
})

export type CaseAppealRow = typeof caseAppeals.$inferSelect
/** With the number of open appeals that the reviewer decides. */
export type ReviewerRow = typeof caseReviewers.$inferSelect & { open_appeals: number }

export async function insertAppeal({ orm }: Connection, row: typeof caseAppeals.$inferInsert): Promise<void> {
  await orm.insert(caseAppeals).values(row)
}

export async function updateAppeal(
  { orm }: Connection,
  id: string,
  change: Partial<CaseAppealRow>,
): Promise<void> {
  await orm.update(caseAppeals).set(change).where(eq(caseAppeals.id, id))
}

/** The latest appeal of a case; null before the first. */
export async function selectOptionalLatestAppeal(
  { orm }: Connection,
  case_id: string,
): Promise<CaseAppealRow | null> {
  const [row] = await orm
    .select()
    .from(caseAppeals)
    .where(eq(caseAppeals.case_id, case_id))
    .orderBy(desc(caseAppeals.appealed_at))
    .limit(1)
  return row ?? null
}

/** An appeal that this reviewer decides. */
export async function selectOptionalAppeal(
  { orm }: Connection,
  reviewer_id: string,
  id: string,
): Promise<CaseAppealRow | null> {
  const [row] = await orm
    .select()
    .from(caseAppeals)
    .where(and(eq(caseAppeals.id, id), eq(caseAppeals.reviewer_id, reviewer_id)))
  return row ?? null
}

/**
 * The appeals that a reviewer decides: first the open ones, oldest first, then the ended ones, latest first.
 */
export async function selectAppealsOf(
  { orm }: Connection,
  reviewer_id: string,
  page: { offset: number; limit: number },
): Promise<CaseAppealRow[]> {
  return orm
    .select()
    .from(caseAppeals)
    .where(eq(caseAppeals.reviewer_id, reviewer_id))
    .orderBy(
      sql`${caseAppeals.ended_at} is not null`,
      sql`${caseAppeals.ended_at} desc nulls first`,
      asc(caseAppeals.appealed_at),
      asc(caseAppeals.id),
    )
    .offset(page.offset)
    .limit(page.limit)
}

/** Records the reviewer's first reading of an appeal; false if they had read it before. */
export async function updateFirstRead({ orm }: Connection, id: string, read_at: Date): Promise<boolean> {
  const rows = await orm
    .update(caseAppeals)
    .set({ read_at })
    .where(and(eq(caseAppeals.id, id), isNull(caseAppeals.read_at)))
    .returning({ id: caseAppeals.id })
  return rows.length > 0
}

/** Deletes the appeals of deleted cases. */
export async function deleteAppeals({ orm }: Connection, case_ids: string[]): Promise<void> {
  await orm.delete(caseAppeals).where(inArray(caseAppeals.case_id, case_ids))
}

const open_appeals = sql<number>`(select count(*)::float8 from case_appeals a where a.reviewer_id = "case_reviewers"."teacher_id" and a.ended_at is null)`

/** In the order in which they were named. */
export async function selectReviewers({ orm }: Connection): Promise<ReviewerRow[]> {
  return orm
    .select({ ...getTableColumns(caseReviewers), open_appeals })
    .from(caseReviewers)
    .orderBy(asc(caseReviewers.added_at), asc(caseReviewers.teacher_id))
}

export async function insertReviewer({ orm }: Connection, teacher_id: string): Promise<void> {
  await orm.insert(caseReviewers).values({ teacher_id }).onConflictDoNothing()
}

/** False when they were not named. */
export async function deleteReviewer({ orm }: Connection, teacher_id: string): Promise<boolean> {
  const rows = await orm
    .delete(caseReviewers)
    .where(eq(caseReviewers.teacher_id, teacher_id))
    .returning({ id: caseReviewers.teacher_id })
  return rows.length > 0
}

/** Locks all open appeals, the oldest first. */
export async function selectOpenForUpdate({ orm }: Connection): Promise<CaseAppealRow[]> {
  return orm
    .select()
    .from(caseAppeals)
    .where(isNull(caseAppeals.ended_at))
    .orderBy(asc(caseAppeals.appealed_at), asc(caseAppeals.id))
    .for('update')
}
