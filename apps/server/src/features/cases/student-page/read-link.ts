import type { Connection, Database } from '../../../database/database.ts'
import { hashSecret } from '../../../security/secrets.ts'
import { recordEvent } from '../../audit/audit.ts'
import { findAccount, readOptionalSchool, readTeacherName } from '../../teachers/account.ts'
import { deliverCaseEvent } from '../../webhooks/deliver.ts'
import { type AppealStatus, latestDecision, readAppealStatus, readableUntil } from '../appeals/appeal-status.ts'

import { selectOptionalLatestAppeal } from '../appeals/store.ts'
import { requireCase } from '../read-cases.ts'
import { type CaseDocumentRow, type CaseEntryRow, insertCaseEntry, selectCaseDocuments, selectCaseEntries } from '../store.ts'
import {
  type CaseLinkRow,
  type CaseReplyFileRow,
  type CaseReplyRow,
  selectOptionalDraft,
  selectOptionalLinkByToken,
  selectOptionalReply,
  selectOptionalReplyOfLink,
  selectReplyFiles,
  updateUnopened,
} from './store.ts'

/** What a link leads to. Guessed, withdrawn and erased look the same from outside. */
export type FoundLink = { state: 'none' } | LiveLink | { state: 'expired'; link: CaseLinkRow }

/** `closed` takes no reply any more, and still shows the decision and takes an appeal. */
export interface LiveLink {
  state: 'open' | 'answered' | 'closed'
  link: CaseLinkRow
}

export async function findLink(connection: Connection, token: string, now: Date): Promise<FoundLink> {
  const link = /^[\w-]{43}$/.test(token) ? await selectOptionalLinkByToken(connection, hashSecret(token)) : null
  if (link === null || link.revoked_at !== null) return { state: 'none' }
  const teacher = await findAccount(connection, link.teacher_id)
  if (teacher === null || teacher.erasing_since !== null) return { state: 'none' }
  if (link.expires_at > now) return { state: link.answered_at === null ? 'open' : 'answered', link }
  return (await isStillReadable(connection, link, now))
    ? { state: link.answered_at === null ? 'closed' : 'answered', link }
    : { state: 'expired', link }
}

/** Whether a link that expired still leads to a decision, or to an appeal. */
async function isStillReadable(connection: Connection, link: CaseLinkRow, now: Date): Promise<boolean> {
  if (link.is_preview) return false
  const decision = latestDecision(await selectCaseEntries(connection, link.case_id))
  const until = readableUntil(link, decision, await selectOptionalLatestAppeal(connection, link.case_id))
  return typeof until === 'string' || until > now
}

export interface StudentPageContent {
  link: CaseLinkRow
  teacher: string | null
  school: string | null
  documents: CaseDocumentRow[]
  questions: CaseEntryRow[]
  /** The decision that counts, and what the student can do about it; null before the first. */
  decided: Decided | null
  /** The draft, or the reply that was handed in by this link; null before the first. */
  reply: CaseReplyRow | null
  files: CaseReplyFileRow[]
}

export interface Decided {
  decision: CaseEntryRow
  status: AppealStatus
  /** The appeal as it was handed in, or its draft; null where there is none. */
  appeal: { reply: CaseReplyRow; files: CaseReplyFileRow[] } | null
  /** What was written at the end of the appeal; null before it. */
  ending: CaseEntryRow | null
}

async function readDecided(connection: Connection, link: CaseLinkRow, entries: CaseEntryRow[]): Promise<Decided | null> {
  const { case_id, teacher_id } = link
  const { decision, appeal, status } = await readAppealStatus(connection, { case_id, teacher_id, entries }, new Date())
  if (decision === undefined) return null
  const draft = link.is_preview ? null : await selectOptionalDraft(connection, case_id, true)
  const reply = appeal === null ? draft : await selectOptionalReply(connection, appeal.reply_id)
  return {
    decision,
    status,
    appeal: reply && { reply, files: await selectReplyFiles(connection, [reply.id]) },
    ending: entries.findLast(({ kind }) => kind === 'appeal-upheld' || kind === 'appeal-changed') ?? null,
  }
}

/** Everything that the page of a link shows. A preview shows no draft. */
export async function readContent(connection: Connection, link: CaseLinkRow): Promise<StudentPageContent> {
  const { case_id, teacher_id } = link
  const handedIn = link.answered_at === null ? null : await selectOptionalReplyOfLink(connection, link.id)
  const reply = handedIn ?? (link.is_preview ? null : await selectOptionalDraft(connection, case_id, false))
  const entries = await selectCaseEntries(connection, case_id)
  return {
    link,
    teacher: await readTeacherName(connection, teacher_id),
    school: await readOptionalSchool(connection, teacher_id),
    documents: await selectCaseDocuments(connection, case_id),
    questions: entries.filter(({ kind }) => kind === 'asked'),
    decided: await readDecided(connection, link, entries),
    reply,
    files: reply === null ? [] : await selectReplyFiles(connection, [reply.id]),
  }
}

/** The student pressed the button that opens the page. Programs that fetch the addresses in emails press none. */
export function markOpened(database: Database, { id, case_id, teacher_id }: CaseLinkRow, now: Date): Promise<void> {
  return database.transaction(async (connection) => {
    if (!(await updateUnopened(connection, id, now))) return
    await insertCaseEntry(connection, { case_id, teacher_id, at: now, kind: 'link-opened' })
    await recordEvent(connection, { action: 'case-link.open', target_id: case_id, teacher_id })
    const { student_id, class_group_id } = await requireCase(connection, case_id, { teacher_id })
    await deliverCaseEvent(connection, { event: 'case.changed', case_id, teacher_id, student_id, class_group_id, now })
  })
}
