import type { Connection, Database } from '../../../database/database.ts'
import { hashSecret } from '../../../security/secrets.ts'
import { recordEvent } from '../../audit/record-action.ts'
import { findAccount, readOptionalSchool, readTeacherName } from '../../teachers/account.ts'
import { deliverCaseEvent } from '../../webhooks/deliver.ts'
import { requireCase } from '../read-cases.ts'
import { type CaseDocumentRow, type CaseEntryRow, insertCaseEntry, selectCaseDocuments, selectCaseEntries } from '../store.ts'
import {
  type CaseLinkRow,
  type CaseReplyFileRow,
  type CaseReplyRow,
  selectOptionalDraft,
  selectOptionalLinkByToken,
  selectOptionalReplyOfLink,
  selectReplyFiles,
  updateUnopened,
} from './store.ts'

/** What a link leads to. Guessed, withdrawn and erased look the same from outside. */
export type FoundLink = { state: 'none' } | { state: 'expired'; link: CaseLinkRow } | { state: 'open' | 'answered'; link: CaseLinkRow }

export async function findLink(connection: Connection, token: string, now: Date): Promise<FoundLink> {
  const link = /^[\w-]{43}$/.test(token) ? await selectOptionalLinkByToken(connection, hashSecret(token)) : null
  if (link === null || link.revoked_at !== null) return { state: 'none' }
  const teacher = await findAccount(connection, link.teacher_id)
  if (teacher === null || teacher.erasing_since !== null) return { state: 'none' }
  if (link.expires_at <= now) return { state: 'expired', link }
  return { state: link.answered_at === null ? 'open' : 'answered', link }
}

export interface StudentPageContent {
  link: CaseLinkRow
  teacher: string | null
  school: string | null
  documents: CaseDocumentRow[]
  questions: CaseEntryRow[]
  /** A decision is on record, so the page does not say that nothing has been decided. */
  isDecided: boolean
  /** The draft, or the reply that was handed in by this link; null before the first. */
  reply: CaseReplyRow | null
  files: CaseReplyFileRow[]
}

/** Everything that the page of a link shows. A preview shows no draft. */
export async function readContent(connection: Connection, link: CaseLinkRow): Promise<StudentPageContent> {
  const { case_id, teacher_id } = link
  const handedIn = link.answered_at === null ? null : await selectOptionalReplyOfLink(connection, link.id)
  const reply = handedIn ?? (link.is_preview ? null : await selectOptionalDraft(connection, case_id))
  const entries = await selectCaseEntries(connection, case_id)
  return {
    link,
    teacher: await readTeacherName(connection, teacher_id),
    school: await readOptionalSchool(connection, teacher_id),
    documents: await selectCaseDocuments(connection, case_id),
    questions: entries.filter(({ kind }) => kind === 'asked'),
    isDecided: entries.some(({ kind }) => kind === 'decided'),
    reply,
    files: reply === null ? [] : await selectReplyFiles(connection, [reply.id]),
  }
}

/** The student pressed the button that opens the page. Programs that fetch the addresses in emails press none. */
export function markOpened(database: Database, { id, case_id, teacher_id }: CaseLinkRow, now: Date): Promise<void> {
  return database.transaction(async (connection) => {
    if (!(await updateUnopened(connection, id, now))) return
    await insertCaseEntry(connection, { case_id, teacher_id, at: now, kind: 'link-opened' })
    await recordEvent(connection, { deed: 'case-link.open', target_id: case_id, teacher_id })
    const { student_id, class_group_id } = await requireCase(connection, case_id, { teacher_id })
    await deliverCaseEvent(connection, { event: 'case.changed', case_id, teacher_id, student_id, class_group_id, now })
  })
}
