import {
  type CaseFilter,
  caseEntryKinds,
  caseLimits,
  caseOutcomes,
  caseStates,
  type FrozenReport,
  standardsOfProof,
} from '@penmark/contract'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CaseEvidence } from '../../../pdf/messages.ts'
import { type Connection, time } from '../../../services/database/database.ts'
import { fromStoredReport, toStoredReport } from '../../documents/index.ts'
import { deleteAppeals } from './appeal-store.ts'
import { deleteStudentPages } from './link-store.ts'

const cases = pgTable('cases', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  student_id: uuid(),
  /** Shown once the student is deleted. */
  student_name: text().notNull(),
  class_group_id: uuid(),
  state: text({ enum: caseStates }).notNull().default('new'),
  outcome: text({ enum: caseOutcomes }),
  due_on: date({ mode: 'string' }),
  notes: text().notNull().default(''),
  decided_at: time(),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
})

/** The database refuses to change a row, and to remove it before its case. */
const caseDocuments = pgTable('case_documents', {
  document_id: uuid().primaryKey(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  filename: text().notNull(),
  report: jsonb().notNull(),
  evidence: jsonb().$type<CaseEvidence>(),
  added_at: time().notNull().defaultNow(),
})

/** The timeline. The database refuses to change a row, and to remove it before its case. */
const caseEntries = pgTable('case_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  case_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  at: time().notNull().defaultNow(),
  kind: text({ enum: caseEntryKinds }).notNull(),
  text: text(),
  outcome: text({ enum: caseOutcomes }),
  unheard_reason: text(),
  reply_id: uuid(),
  /** Until when the student can appeal against a decision; null for every other entry. */
  appeal_until: time(),
  by_name: text(),
})

/** The policy of this installation; no row until an administrator changes it. */
const casePolicy = pgTable('case_policy', {
  id: boolean().primaryKey().default(true),
  may_refer_unheard: boolean().notNull().default(false),
  retention_days: integer(),
  /** When retention was last turned on or shortened. */
  retention_set_at: time(),
  appeal_days: integer().notNull().default(caseLimits.appealDays),
  rule: text().notNull().default(''),
  companion: text().notNull().default(''),
  standard_of_proof: text({ enum: standardsOfProof }).notNull().default('more-likely-than-not'),
})

export type CaseRow = typeof cases.$inferSelect
export type CaseEntryRow = typeof caseEntries.$inferSelect
export type CasePolicyRow = typeof casePolicy.$inferSelect
/** A case with the number of its documents, and whether it has an open appeal. */
export type CountedCase = CaseRow & { document_count: number; is_under_appeal: boolean }

/** A document of a case with its frozen report. */
export interface CaseDocumentRow {
  document_id: string
  filename: string
  report: FrozenReport
  /** Null for documents that were added before it was kept. */
  evidence: CaseEvidence | null
  added_at: Date
}

const isOwn = (teacher_id: string, id: string) => and(eq(cases.teacher_id, teacher_id), eq(cases.id, id))
const document_count = sql<number>`(select count(*)::float8 from case_documents d where d.case_id = "cases"."id")`
const is_under_appeal = sql<boolean>`exists (select 1 from case_appeals a where a.case_id = "cases"."id" and a.ended_at is null)`

/** The last changed cases first. */
export async function selectCases(
  { orm }: Connection,
  teacher_id: string,
  { state, student_id, class_group_id, document_id }: CaseFilter,
  page: { offset: number; limit: number },
): Promise<CountedCase[]> {
  return orm
    .select({ ...getTableColumns(cases), document_count, is_under_appeal })
    .from(cases)
    .where(
      and(
        eq(cases.teacher_id, teacher_id),
        state === undefined ? undefined : eq(cases.state, state),
        student_id === undefined ? undefined : eq(cases.student_id, student_id),
        class_group_id === undefined ? undefined : eq(cases.class_group_id, class_group_id),
        document_id === undefined
          ? undefined
          : sql`exists (select 1 from case_documents d where d.case_id = "cases"."id" and d.document_id = ${document_id})`,
      ),
    )
    .orderBy(desc(cases.updated_at), desc(cases.id))
    .offset(page.offset)
    .limit(page.limit)
}

export async function selectOptionalCase(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<CountedCase | null> {
  const [row] = await orm
    .select({ ...getTableColumns(cases), document_count, is_under_appeal })
    .from(cases)
    .where(isOwn(teacher_id, id))
  return row ?? null
}

/** Locks the case, so that two changes of it run one after the other. */
export async function selectOptionalCaseForUpdate(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<CaseRow | null> {
  const [row] = await orm.select().from(cases).where(isOwn(teacher_id, id)).for('update')
  return row ?? null
}

export async function insertCase({ orm }: Connection, row: typeof cases.$inferInsert): Promise<void> {
  await orm.insert(cases).values(row)
}

export async function updateCase({ orm }: Connection, id: string, change: Partial<CaseRow>): Promise<void> {
  await orm.update(cases).set(change).where(eq(cases.id, id))
}

/**
 * Deletes cases with everything that belongs to them, in the only order that the database allows. Returns the
 * keys of the students' files, to be deleted after the commit.
 */
export async function deleteCases(connection: Connection, ids: string[]): Promise<string[]> {
  const { orm } = connection
  await orm.delete(cases).where(inArray(cases.id, ids))
  await deleteAppeals(connection, ids)
  const files = await deleteStudentPages(connection, ids)
  await orm.delete(caseDocuments).where(inArray(caseDocuments.case_id, ids))
  await orm.delete(caseEntries).where(inArray(caseEntries.case_id, ids))
  return files
}

/** Locks some cases of all teachers that were last changed before a moment, without those under appeal. */
export async function selectUnchangedSinceForUpdate(
  { orm }: Connection,
  before: Date,
  limit: number,
): Promise<CaseRow[]> {
  return orm
    .select()
    .from(cases)
    .where(and(lt(cases.updated_at, before), sql`not ${is_under_appeal}`))
    .orderBy(asc(cases.updated_at))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** False if the document is in a case already. */
export async function insertCaseDocument(
  { orm }: Connection,
  { report, ...row }: CaseDocumentRow & { case_id: string; teacher_id: string },
): Promise<boolean> {
  const rows = await orm
    .insert(caseDocuments)
    .values({ ...row, report: toStoredReport(report) })
    .onConflictDoNothing()
    .returning({ id: caseDocuments.document_id })
  return rows.length > 0
}

export async function selectCaseDocuments({ orm }: Connection, case_id: string): Promise<CaseDocumentRow[]> {
  const { document_id, filename, report, evidence, added_at } = caseDocuments
  const rows = await orm
    .select({ document_id, filename, report, evidence, added_at })
    .from(caseDocuments)
    .where(eq(caseDocuments.case_id, case_id))
    .orderBy(asc(added_at), asc(document_id))
  return rows.map((row) => ({ ...row, report: fromStoredReport(row.report) }))
}

export async function selectDocumentIds({ orm }: Connection, case_id: string): Promise<string[]> {
  const { document_id } = caseDocuments
  const rows = await orm
    .select({ document_id })
    .from(caseDocuments)
    .where(eq(caseDocuments.case_id, case_id))
    .orderBy(asc(document_id))
  return rows.map((row) => row.document_id)
}

export type CaseOfDocument = Pick<CaseRow, 'id' | 'state'> & { document_id: string }

const ofDocument = { document_id: caseDocuments.document_id, id: cases.id, state: cases.state }

/** The cases of these documents. */
export async function selectCasesOfDocuments(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<CaseOfDocument[]> {
  if (ids.length === 0) return []
  return orm
    .select(ofDocument)
    .from(caseDocuments)
    .innerJoin(cases, eq(cases.id, caseDocuments.case_id))
    .where(and(eq(cases.teacher_id, teacher_id), inArray(caseDocuments.document_id, ids)))
}

/** How the newest reply of each of these cases begins, by case id; replies without words are left out. */
export async function selectReplyStarts(
  { orm }: Connection,
  case_ids: string[],
  characters: number,
): Promise<Map<string, string>> {
  if (case_ids.length === 0) return new Map()
  const { case_id, id, reply_id, text: words } = caseEntries
  const rows = await orm
    .selectDistinctOn([case_id], { case_id, start: sql<string>`left(${words}, ${characters}::int)` })
    .from(caseEntries)
    .where(and(inArray(case_id, case_ids), isNotNull(reply_id), isNotNull(words)))
    .orderBy(asc(case_id), desc(id))
  return new Map(rows.map(({ case_id: of, start }) => [of, start]))
}

/** The cases of documents of any teacher. */
export async function selectCasesAbout({ orm }: Connection, document_ids: readonly string[]) {
  const { id, state, decided_at, updated_at } = cases
  return orm
    .selectDistinct({ id, state, decided_at, updated_at })
    .from(caseDocuments)
    .innerJoin(cases, eq(cases.id, caseDocuments.case_id))
    .where(inArray(caseDocuments.document_id, [...document_ids]))
}

export async function selectIsInCase({ orm }: Connection, document_id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: caseDocuments.document_id })
    .from(caseDocuments)
    .where(eq(caseDocuments.document_id, document_id))
    .limit(1)
  return rows.length > 0
}

export async function insertCaseEntry(
  { orm }: Connection,
  row: typeof caseEntries.$inferInsert,
): Promise<void> {
  await orm.insert(caseEntries).values(row)
}

/** Oldest first. */
export async function selectCaseEntries({ orm }: Connection, case_id: string): Promise<CaseEntryRow[]> {
  return orm.select().from(caseEntries).where(eq(caseEntries.case_id, case_id)).orderBy(asc(caseEntries.id))
}

/** Removes a student who is about to be deleted from their cases, and stores their present name instead. */
export async function updateStudentDeleted({ orm }: Connection, student_id: string): Promise<void> {
  const name = sql<string>`coalesce((select trim(s.first_name || ' ' || s.last_name) from students s where s.id = ${student_id}), ${cases.student_name})`
  await orm
    .update(cases)
    .set({ student_name: name, student_id: null })
    .where(eq(cases.student_id, student_id))
}

const defaultPolicy: CasePolicyRow = {
  id: true,
  may_refer_unheard: false,
  retention_days: null,
  retention_set_at: null,
  appeal_days: caseLimits.appealDays,
  rule: '',
  companion: '',
  standard_of_proof: 'more-likely-than-not',
}

export async function selectCasePolicy({ orm }: Connection): Promise<CasePolicyRow> {
  const [row] = await orm.select().from(casePolicy)
  return row ?? defaultPolicy
}

/** Locks the policy, so that two changes of it run one after the other. */
export async function selectCasePolicyForUpdate({ orm }: Connection): Promise<CasePolicyRow> {
  await orm.insert(casePolicy).values(defaultPolicy).onConflictDoNothing()
  const [row] = await orm.select().from(casePolicy).for('update')
  return row ?? defaultPolicy
}

export async function updateCasePolicy(
  { orm }: Connection,
  change: Omit<CasePolicyRow, 'id'>,
): Promise<void> {
  await orm.update(casePolicy).set(change)
}
