import { randomUUID } from 'node:crypto'
import { recordEvent } from '../../../services/audit/audit.ts'
import type { Connection } from '../../../services/database/database.ts'
import { readEmail } from '../../accounts/index.ts'
import { readAppealStatus } from '../record/appeal-status.ts'
import { insertAppeal } from '../record/appeal-store.ts'
import { appealedEmail } from '../record/emails.ts'
import {
  type CaseLinkRow,
  type CaseReplyRow,
  insertReply,
  selectOptionalDraft,
  selectOptionalLinkByToken,
  selectReplyFiles,
  updateReply,
} from '../record/link-store.ts'
import { lockCase, readCaseSummary } from '../record/read-cases.ts'
import { chooseReviewer, notifyReviewer } from '../record/reviewers.ts'
import { type CaseEntryRow, insertCaseEntry, selectCaseEntries, updateCase } from '../record/store.ts'
import { queueFileChecks } from '../student-page/check-files.ts'
import {
  type HandInRefusal,
  type LockDraft,
  type ReplyDependencies,
  refusalOf,
} from '../student-page/reply-draft.ts'

/** Thrown if the appeal has been handed in, or can no longer be made, since its page was opened. */
export class ClosedAppealError extends Error {}

/**
 * Why an appeal was not handed in; `newer` if there is a newer decision than the one that the student read.
 */
export type AppealRefusal = HandInRefusal | 'newer'

interface OpenAppeal {
  draft: CaseReplyRow
  decision: CaseEntryRow
}

/**
 * Locks the case, so that requests from two tabs run one after the other, and checks again that an appeal can
 * be made at the link.
 */
async function lockOpenAppeal(connection: Connection, link: CaseLinkRow, now: Date): Promise<OpenAppeal> {
  const { case_id, teacher_id } = link
  await lockCase(connection, case_id, link)
  const current = await selectOptionalLinkByToken(connection, link.token_hash)
  const entries = await selectCaseEntries(connection, case_id)
  const { status, decision } = await readAppealStatus(connection, { case_id, teacher_id, entries }, now)
  if (
    current === null ||
    current.revoked_at !== null ||
    current.is_preview ||
    status.state !== 'open' ||
    decision === undefined
  )
    throw new ClosedAppealError('No appeal can be made here.')
  const draft = await selectOptionalDraft(connection, case_id, true)
  return {
    decision,
    draft:
      draft ?? (await insertReply(connection, { id: randomUUID(), case_id, teacher_id, is_appeal: true })),
  }
}

export const lockAppealDraft: LockDraft = async (connection, link) =>
  (await lockOpenAppeal(connection, link, new Date())).draft

/** Saves the text of the draft. */
export function saveAppeal(
  { database }: Pick<ReplyDependencies, 'database'>,
  link: CaseLinkRow,
  fields: ReadonlyMap<string, string>,
): Promise<void> {
  return database.transaction(async (connection) => {
    const now = new Date()
    const { draft } = await lockOpenAppeal(connection, link, now)
    await updateReply(connection, draft.id, {
      text: fields.get('text') ?? draft.text,
      refused_files: [],
      saved_at: now,
    })
  })
}

/**
 * Hands the appeal in: it becomes part of the record and is given to a reviewer. `decision_id` is the
 * decision that the student has read. Returns why the appeal was refused; null if it was handed in.
 */
export function handInAppeal(
  {
    database,
    emit,
    mailer,
    publicUrl,
  }: Pick<ReplyDependencies, 'database' | 'emit' | 'mailer' | 'publicUrl'>,
  link: CaseLinkRow,
  decision_id: string | undefined,
): Promise<AppealRefusal | null> {
  return database.transaction(async (connection) => {
    const now = new Date()
    const row = await lockCase(connection, link.case_id, link)
    const { draft, decision } = await lockOpenAppeal(connection, link, now)
    if (String(decision.id) !== decision_id) return 'newer'
    const files = await selectReplyFiles(connection, [draft.id])
    const refusal = refusalOf(draft, files.length)
    if (refusal !== null) return refusal
    const { id: case_id, teacher_id, student_id, class_group_id } = row
    const reviewer = await chooseReviewer(connection, teacher_id)
    const { language } = link
    const appeal = {
      id: randomUUID(),
      case_id,
      teacher_id,
      decision_id: decision.id,
      reply_id: draft.id,
      language,
      appealed_at: now,
    }
    await updateReply(connection, draft.id, { handed_in_at: now, link_id: link.id, refused_files: [] })
    await queueFileChecks(connection, files)
    const { student_name: by_name } = await readCaseSummary(connection, case_id, { teacher_id })
    await insertCaseEntry(connection, {
      case_id,
      teacher_id,
      at: now,
      kind: 'appealed',
      text: draft.text || null,
      reply_id: draft.id,
      by_name,
    })
    await insertAppeal(connection, { ...appeal, reviewer_id: reviewer?.teacher_id ?? null })
    await updateCase(connection, case_id, { updated_at: now })
    await recordEvent(connection, { action: 'case-appeal.receive', target_id: case_id, teacher_id })
    await emit(connection, 'caseChanged', {
      event: 'case.appealed',
      case_id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
    if (reviewer !== null) await notifyReviewer(connection, { mailer, publicUrl }, appeal, reviewer)
    const email = await readEmail(connection, teacher_id)
    if (email !== null) await mailer.send(connection, appealedEmail(case_id, { email, language }, publicUrl))
    return null
  })
}
