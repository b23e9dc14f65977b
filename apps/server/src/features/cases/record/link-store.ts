import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { caseLinks, caseReplies, caseReplyFileChecks, caseReplyFiles } from './tables.ts'

export type CaseLinkRow = typeof caseLinks.$inferSelect
export type CaseReplyRow = typeof caseReplies.$inferSelect
export type CaseReplyFileRow = typeof caseReplyFiles.$inferSelect
export type ReplyFileCheckRow = typeof caseReplyFileChecks.$inferSelect

export async function insertLink({ orm }: Connection, row: typeof caseLinks.$inferInsert): Promise<void> {
  await orm.insert(caseLinks).values(row)
}

export async function updateLink(
  { orm }: Connection,
  id: string,
  change: Partial<CaseLinkRow>,
): Promise<void> {
  await orm.update(caseLinks).set(change).where(eq(caseLinks.id, id))
}

/** Records the first opening of a link; false if it was opened before. */
export async function updateFirstOpened({ orm }: Connection, id: string, opened_at: Date): Promise<boolean> {
  const rows = await orm
    .update(caseLinks)
    .set({ opened_at })
    .where(and(eq(caseLinks.id, id), isNull(caseLinks.opened_at)))
    .returning({ id: caseLinks.id })
  return rows.length > 0
}

export async function selectOptionalLinkByToken(
  { orm }: Connection,
  token_hash: string,
): Promise<CaseLinkRow | null> {
  const [row] = await orm.select().from(caseLinks).where(eq(caseLinks.token_hash, token_hash))
  return row ?? null
}

/** The link that a student was given last; null before the first. */
export async function selectOptionalLatestLink(
  { orm }: Connection,
  case_id: string,
): Promise<CaseLinkRow | null> {
  const [row] = await orm
    .select()
    .from(caseLinks)
    .where(and(eq(caseLinks.case_id, case_id), eq(caseLinks.is_preview, false)))
    .orderBy(desc(caseLinks.created_at), desc(caseLinks.id))
    .limit(1)
  return row ?? null
}

/** Marks some links that expired unanswered, and returns them. Marked links are not returned again. */
export async function updateExpired({ orm }: Connection, now: Date, limit: number): Promise<CaseLinkRow[]> {
  const isUnrecorded = and(
    lt(caseLinks.expires_at, now),
    eq(caseLinks.is_preview, false),
    isNull(caseLinks.revoked_at),
    isNull(caseLinks.answered_at),
    isNull(caseLinks.expiry_recorded_at),
  )
  const expired = orm
    .select({ id: caseLinks.id })
    .from(caseLinks)
    .where(isUnrecorded)
    .limit(limit)
    .for('update', { skipLocked: true })
  return orm
    .update(caseLinks)
    .set({ expiry_recorded_at: now })
    .where(inArray(caseLinks.id, expired))
    .returning()
}

/** Deletes previews that expired. Other links are part of the record. */
export async function deleteOldPreviews({ orm }: Connection, before: Date): Promise<void> {
  await orm.delete(caseLinks).where(and(eq(caseLinks.is_preview, true), lt(caseLinks.expires_at, before)))
}

/** The reply or the appeal that a student has begun and not handed in. */
export async function selectOptionalDraft(
  { orm }: Connection,
  case_id: string,
  is_appeal: boolean,
): Promise<CaseReplyRow | null> {
  const [row] = await orm
    .select()
    .from(caseReplies)
    .where(
      and(
        eq(caseReplies.case_id, case_id),
        eq(caseReplies.is_appeal, is_appeal),
        isNull(caseReplies.handed_in_at),
      ),
    )
  return row ?? null
}

export async function selectOptionalReplyOfLink(
  { orm }: Connection,
  link_id: string,
): Promise<CaseReplyRow | null> {
  const [row] = await orm
    .select()
    .from(caseReplies)
    .where(and(eq(caseReplies.link_id, link_id), eq(caseReplies.is_appeal, false)))
  return row ?? null
}

export async function selectOptionalReply({ orm }: Connection, id: string): Promise<CaseReplyRow | null> {
  const [row] = await orm.select().from(caseReplies).where(eq(caseReplies.id, id))
  return row ?? null
}

/** The handed-in replies of a case and the draft, oldest first. */
export async function selectReplies({ orm }: Connection, case_id: string): Promise<CaseReplyRow[]> {
  return orm
    .select()
    .from(caseReplies)
    .where(eq(caseReplies.case_id, case_id))
    .orderBy(asc(caseReplies.created_at), asc(caseReplies.id))
}

export async function insertReply(
  { orm }: Connection,
  row: typeof caseReplies.$inferInsert,
): Promise<CaseReplyRow> {
  const [inserted] = await orm.insert(caseReplies).values(row).returning()
  if (!inserted) throw new Error('A reply was not stored.')
  return inserted
}

export async function updateReply(
  { orm }: Connection,
  id: string,
  change: Partial<CaseReplyRow>,
): Promise<void> {
  await orm.update(caseReplies).set(change).where(eq(caseReplies.id, id))
}

/** The files of some replies, in the order in which they were added. */
export async function selectReplyFiles(
  { orm }: Connection,
  reply_ids: string[],
): Promise<CaseReplyFileRow[]> {
  return orm
    .select()
    .from(caseReplyFiles)
    .where(inArray(caseReplyFiles.reply_id, reply_ids))
    .orderBy(asc(caseReplyFiles.added_at), asc(caseReplyFiles.id))
}

export async function insertReplyFiles(
  { orm }: Connection,
  rows: (typeof caseReplyFiles.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await orm.insert(caseReplyFiles).values(rows)
}

/** Removes a file from a draft. Returns its key in the storage; null if there is no such file. */
export async function deleteReplyFile(
  { orm }: Connection,
  reply_id: string,
  id: string,
): Promise<string | null> {
  const [row] = await orm
    .delete(caseReplyFiles)
    .where(and(eq(caseReplyFiles.reply_id, reply_id), eq(caseReplyFiles.id, id)))
    .returning({ blob_key: caseReplyFiles.blob_key })
  return row?.blob_key ?? null
}

/** Deletes the links and replies of deleted cases, and returns the keys of their files. */
export async function deleteStudentPages({ orm }: Connection, case_ids: string[]): Promise<string[]> {
  await orm.delete(caseReplyFileChecks).where(inArray(caseReplyFileChecks.case_id, case_ids))
  const files = await orm
    .delete(caseReplyFiles)
    .where(inArray(caseReplyFiles.case_id, case_ids))
    .returning({ blob_key: caseReplyFiles.blob_key })
  await orm.delete(caseReplies).where(inArray(caseReplies.case_id, case_ids))
  await orm.delete(caseLinks).where(inArray(caseLinks.case_id, case_ids))
  return files.map(({ blob_key }) => blob_key)
}

/** The stored files of all replies to a teacher. */
export async function selectReplyFileKeys({ orm }: Connection, teacher_id: string): Promise<string[]> {
  const rows = await orm
    .select({ blob_key: caseReplyFiles.blob_key })
    .from(caseReplyFiles)
    .where(eq(caseReplyFiles.teacher_id, teacher_id))
  return rows.map(({ blob_key }) => blob_key)
}

/** Which of these stored files belong to a reply. */
export async function selectKnownReplyKeys({ orm }: Connection, keys: string[]): Promise<string[]> {
  const rows = await orm
    .select({ blob_key: caseReplyFiles.blob_key })
    .from(caseReplyFiles)
    .where(inArray(caseReplyFiles.blob_key, keys))
  return rows.map(({ blob_key }) => blob_key)
}

/** The files of all replies that were handed in to a teacher, oldest first. */
export async function selectHandedInFiles(
  { orm }: Connection,
  teacher_id: string,
): Promise<Pick<CaseReplyFileRow, 'filename' | 'blob_key'>[]> {
  const { filename, blob_key, added_at, id } = caseReplyFiles
  return orm
    .select({ filename, blob_key })
    .from(caseReplyFiles)
    .innerJoin(caseReplies, eq(caseReplies.id, caseReplyFiles.reply_id))
    .where(and(eq(caseReplyFiles.teacher_id, teacher_id), isNotNull(caseReplies.handed_in_at)))
    .orderBy(asc(added_at), asc(id))
}

export async function insertChecks(
  { orm }: Connection,
  rows: (typeof caseReplyFileChecks.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await orm.insert(caseReplyFileChecks).values(rows)
}

export async function selectChecks({ orm }: Connection, file_ids: string[]): Promise<ReplyFileCheckRow[]> {
  return orm.select().from(caseReplyFileChecks).where(inArray(caseReplyFileChecks.file_id, file_ids))
}

/** Starts a run; null if the file is gone or its check has ended. */
export async function updateCheckBegun(
  { orm }: Connection,
  file_id: string,
): Promise<ReplyFileCheckRow | null> {
  const [row] = await orm
    .update(caseReplyFileChecks)
    .set({ runs: sql`${caseReplyFileChecks.runs} + 1` })
    .where(and(eq(caseReplyFileChecks.file_id, file_id), eq(caseReplyFileChecks.state, 'waiting')))
    .returning()
  return row ?? null
}

/** Ends a check, unless another worker took over or the case is gone. */
export async function updateCheckByRun(
  { orm }: Connection,
  { file_id, runs }: Pick<ReplyFileCheckRow, 'file_id' | 'runs'>,
  change: Partial<ReplyFileCheckRow>,
): Promise<void> {
  await orm
    .update(caseReplyFileChecks)
    .set(change)
    .where(
      and(
        eq(caseReplyFileChecks.file_id, file_id),
        eq(caseReplyFileChecks.runs, runs),
        eq(caseReplyFileChecks.state, 'waiting'),
      ),
    )
}

/** Resets the check of a file whose job failed for good. False if the file is gone or was read since. */
export async function updateCheckReopened({ orm }: Connection, file_id: string): Promise<boolean> {
  const rows = await orm
    .update(caseReplyFileChecks)
    .set({ state: 'waiting', reason: null, runs: 0, checked_at: null })
    .where(and(eq(caseReplyFileChecks.file_id, file_id), eq(caseReplyFileChecks.reason, 'failed')))
    .returning({ file_id: caseReplyFileChecks.file_id })
  return rows.length > 0
}

export async function selectWaitingCheckIds({ orm }: Connection): Promise<string[]> {
  const rows = await orm
    .select({ id: caseReplyFileChecks.file_id })
    .from(caseReplyFileChecks)
    .where(eq(caseReplyFileChecks.state, 'waiting'))
  return rows.map(({ id }) => id)
}

export async function selectOptionalReplyFile(
  { orm }: Connection,
  id: string,
): Promise<CaseReplyFileRow | null> {
  const [row] = await orm.select().from(caseReplyFiles).where(eq(caseReplyFiles.id, id))
  return row ?? null
}
