import {
  type Appeal,
  type AppealEndInput,
  type AppealSummary,
  type CaseOutcome,
  isId,
  type LongAttachment,
  type Report,
  routes,
} from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { invalidField, problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { readEmail, readNameOnRecord, readTeacherName } from '../../accounts/index.ts'
import {
  type CaseAppealRow,
  selectAppealsOf,
  selectOptionalAppeal,
  updateAppeal,
  updateFirstRead,
} from '../record/appeal-store.ts'
import { appealEndedEmail, notifyStudent } from '../record/emails.ts'
import { lockCase, readCase, readCaseReport, readCaseSummary } from '../record/read-cases.ts'
import {
  type AppealDependencies,
  addAppealReviewer,
  listAppealReviewers,
  removeAppealReviewer,
} from '../record/reviewers.ts'
import { recordCase } from '../record/standing.ts'
import { insertCaseEntry, selectCaseEntries, updateCase } from '../record/store.ts'
import { fetchReplyFile, listReplies } from '../student-page/read-student-page.ts'

interface EndDependencies extends AppealDependencies {
  emit: Emit
}

export function bindAppeals(
  { bind }: Binder,
  dependencies: EndDependencies & { storage: Pick<Storage, 'get'> },
): void {
  const { database } = dependencies
  bind(routes.listAppeals, (page, caller) => listAppeals(database, page, caller))
  bind(routes.readAppeal, ({ id }, caller) => readAppeal(database, id, caller))
  bind(routes.readAppealReport, ({ id, document_id }, caller) =>
    readAppealReport(database, id, document_id, caller),
  )
  bind(routes.readAppealFile, (file, caller) => fetchAppealFile(dependencies, file, caller))
  bind(routes.endAppeal, ({ id, ...end }, caller) => endAppeal(dependencies, id, end, caller))
  bind(routes.listAppealReviewers, () => listAppealReviewers(database))
  bind(routes.addAppealReviewer, ({ email }, caller) => addAppealReviewer(dependencies, email, caller))
  bind(routes.removeAppealReviewer, ({ teacher_id }, caller) =>
    removeAppealReviewer(dependencies, teacher_id, caller),
  )
}

/**
 * The row of an appeal that the caller decides. Everybody else gets 404, including the teacher of the case.
 */
async function requireAppeal(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<CaseAppealRow> {
  const row = isId(id) ? await selectOptionalAppeal(connection, teacher_id, id) : null
  if (!row) throw problem('not_found', 'appeal_unknown')
  return row
}

/** The outcome of the decision that an appeal is against. */
async function readAppealedOutcome(
  connection: Connection,
  { case_id, decision_id }: CaseAppealRow,
): Promise<CaseOutcome> {
  const outcome = (await selectCaseEntries(connection, case_id)).find(({ id }) => id === decision_id)?.outcome
  if (!outcome) throw new Error('The decision of an appeal is gone.')
  return outcome
}

/** Reads the case on behalf of its teacher, because the appeal gives the caller access to this one case. */
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

async function listAppeals(
  connection: Connection,
  page: { offset: number; limit: number },
  { teacher_id }: Owner,
): Promise<AppealSummary[]> {
  const appeals: AppealSummary[] = []
  for (const row of await selectAppealsOf(connection, teacher_id, page))
    appeals.push(await toSummary(connection, row))
  return appeals
}

/** The audit log records the first reading, because the caller opens somebody else's case. */
function readAppeal(database: Database, id: string, caller: Owner): Promise<Appeal> {
  return database.transaction(async (connection) => {
    const row = await requireAppeal(connection, id, caller)
    if (await updateFirstRead(connection, id, new Date()))
      await recordAction(connection, caller, {
        action: 'appeal.read',
        target_id: row.case_id,
        teacher_id: row.teacher_id,
      })
    return toAppeal(connection, row)
  })
}

async function readAppealReport(
  connection: Connection,
  id: string,
  document_id: string,
  caller: Owner,
): Promise<Report> {
  const { case_id, teacher_id } = await requireAppeal(connection, id, caller)
  return readCaseReport(connection, case_id, document_id, { teacher_id })
}

async function fetchAppealFile(
  dependencies: { database: Database; storage: Pick<Storage, 'get'> },
  { id, file_id }: { id: string; file_id: string },
  caller: Owner,
): Promise<LongAttachment> {
  const { case_id, teacher_id } = await requireAppeal(dependencies.database, id, caller)
  return fetchReplyFile(dependencies, { id: case_id, file_id }, { teacher_id })
}

/**
 * Ends an appeal: upholds the decision, or replaces it. The first decision stays in the timeline either way.
 */
async function endAppeal(
  dependencies: EndDependencies,
  id: string,
  { outcome, reason }: AppealEndInput,
  caller: Owner,
): Promise<Appeal> {
  const { database, emit, mailer, publicUrl } = dependencies
  await database.transaction(async (connection) => {
    const { case_id, teacher_id } = await requireAppeal(connection, id, caller)
    const record = await lockCase(connection, case_id, { teacher_id })
    // Reads it again, because it may have ended or been reassigned while this waited for the lock.
    const row = await requireAppeal(connection, id, caller)
    if (row.ended_at !== null) throw problem('conflict', 'appeal_ended')
    if (outcome !== null && outcome === (await readAppealedOutcome(connection, row))) {
      throw invalidField('outcome', 'appealed_decision')
    }
    const now = new Date()
    const kind = outcome === null ? 'appeal-upheld' : 'appeal-changed'
    const by_name = await readNameOnRecord(connection, caller.teacher_id)
    await insertCaseEntry(connection, { case_id, teacher_id, at: now, kind, text: reason, outcome, by_name })
    await updateAppeal(connection, id, { ended_at: now, read_at: row.read_at ?? now, outcome })
    await updateCase(connection, case_id, {
      updated_at: now,
      ...(outcome === null ? {} : { outcome, decided_at: now }),
    })
    if (outcome !== null) await recordCase(connection, { ...record, decided_at: now })
    const { student_id, class_group_id } = record
    await emit(connection, 'caseChanged', {
      event: 'case.appeal-ended',
      case_id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
    await recordAction(connection, caller, {
      action: 'appeal.end',
      target_id: case_id,
      teacher_id,
      details: { is_upheld: outcome === null },
    })
    const email = await readEmail(connection, teacher_id)
    if (email !== null)
      await mailer.send(connection, appealEndedEmail(case_id, { email, language: row.language }, publicUrl))
    await notifyStudent(connection, mailer, record, 'studentAppealEnded')
  })
  return readAppeal(database, id, caller)
}
