import { type Appeal, type AppealSummary, type CaseOutcome, isId, type LongAttachment, Problem, type Report } from '@penmark/contract'
import type { Connection, Database } from '../../../database/database.ts'
import type { Owner } from '../../../http/caller.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import { recordAction } from '../../audit/audit.ts'
import { readTeacherName } from '../../teachers/account.ts'
import { readCase, readCaseReport, readCaseSummary } from '../read-cases.ts'
import { selectCaseEntries } from '../store.ts'
import { fetchReplyFile, listReplies } from '../student-page/read-student-page.ts'
import { type CaseAppealRow, selectAppealsOf, selectOptionalAppeal, updateUnread } from './store.ts'

/** The row of an appeal that the caller decides. Everybody else gets 404, the teacher of the case included. */
export async function requireAppeal(connection: Connection, id: string, { teacher_id }: Owner): Promise<CaseAppealRow> {
  const row = isId(id) ? await selectOptionalAppeal(connection, teacher_id, id) : null
  if (!row) throw new Problem('not_found', 'There is no such appeal. It may go to somebody else by now.')
  return row
}

/** The decision that an appeal is against. */
export async function readAppealedOutcome(connection: Connection, { case_id, decision_id }: CaseAppealRow): Promise<CaseOutcome> {
  const outcome = (await selectCaseEntries(connection, case_id)).find(({ id }) => id === decision_id)?.outcome
  if (!outcome) throw new Error('The decision of an appeal is gone.')
  return outcome
}

/** Reads the case as its teacher's, because the appeal gives the caller the record of this one. */
async function toSummary(connection: Connection, row: CaseAppealRow): Promise<AppealSummary> {
  const { case_id, teacher_id } = row
  const { student_name, class_name } = await readCaseSummary(connection, case_id, { teacher_id })
  return {
    id: row.id,
    student_name,
    class_name,
    teacher_name: await readTeacherName(connection, teacher_id),
    outcome: await readAppealedOutcome(connection, row),
    appealed_at: row.appealed_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    new_outcome: row.outcome,
  }
}

async function toAppeal(connection: Connection, row: CaseAppealRow): Promise<Appeal> {
  const { case_id, teacher_id } = row
  const { documents, entries } = await readCase(connection, case_id, { teacher_id })
  const replies = (await listReplies(connection, case_id)).map(({ reply }) => reply)
  return { ...(await toSummary(connection, row)), documents, entries, replies }
}

export async function listAppeals(
  connection: Connection,
  page: { offset: number; limit: number },
  { teacher_id }: Owner,
): Promise<AppealSummary[]> {
  const appeals: AppealSummary[] = []
  for (const row of await selectAppealsOf(connection, teacher_id, page)) appeals.push(await toSummary(connection, row))
  return appeals
}

/** The first reading is in the audit log: somebody opens a case that is not theirs. */
export function readAppeal(database: Database, id: string, caller: Owner): Promise<Appeal> {
  return database.transaction(async (connection) => {
    const row = await requireAppeal(connection, id, caller)
    if (await updateUnread(connection, id, new Date()))
      await recordAction(connection, caller, { action: 'appeal.read', target_id: row.case_id, teacher_id: row.teacher_id })
    return toAppeal(connection, row)
  })
}

export async function readAppealReport(connection: Connection, id: string, document_id: string, caller: Owner): Promise<Report> {
  const { case_id, teacher_id } = await requireAppeal(connection, id, caller)
  return readCaseReport(connection, case_id, document_id, { teacher_id })
}

export async function fetchAppealFile(
  dependencies: { database: Database; storage: Pick<Storage, 'get'> },
  { id, file_id }: { id: string; file_id: string },
  caller: Owner,
): Promise<LongAttachment> {
  const { case_id, teacher_id } = await requireAppeal(dependencies.database, id, caller)
  return fetchReplyFile(dependencies, { id: case_id, file_id }, { teacher_id })
}
