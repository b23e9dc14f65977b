import { randomUUID } from 'node:crypto'
import {
  type MadeStudentLink,
  type StudentLanguage,
  type StudentPage,
  studentPageLimits,
} from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { dayMs, minuteMs } from '../../../lib/durations.ts'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction, recordEvent } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import { sendLimited } from '../../../services/mail/limited-mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import { readNameOnRecord, readTeacherName } from '../../accounts/index.ts'
import { readStudentEmail } from '../../classes/index.ts'
import { caseEmailsPerDay, linkEmail } from '../record/emails.ts'
import {
  type CaseLinkRow,
  deleteOldPreviews,
  insertLink,
  selectOptionalLatestLink,
  updateExpired,
  updateLink,
} from '../record/link-store.ts'
import { lockCase, requireCase } from '../record/read-cases.ts'
import { type CaseRow, insertCaseEntry, selectCaseEntries, updateCase } from '../record/store.ts'
import type { LinkSeal } from './link-seal.ts'
import { readStudentPage } from './read-student-page.ts'

const linksAtOnce = 100

/**
 * Runs regularly: records links that expired unanswered in the audit log, each once, and again if it was
 * extended and expired again.
 */
export async function recordExpiredLinks(database: Database, now: Date): Promise<void> {
  for (;;) {
    const recorded = await database.transaction(async (connection) => {
      const expired = await updateExpired(connection, now, linksAtOnce)
      for (const { case_id, teacher_id } of expired)
        await recordEvent(connection, { action: 'case-link.expire', target_id: case_id, teacher_id })
      return expired.length
    })
    if (recorded < linksAtOnce) return
  }
}

export const studentPagePath = '/reply'

export interface LinkDependencies {
  database: Database
  emit: Emit
  readLinkSeal(): Promise<LinkSeal>
  mailer: Pick<Mailer, 'send' | 'kind'>
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

const addressOf = ({ publicUrl }: Pick<LinkDependencies, 'publicUrl'>, token: string) =>
  `${publicUrl}${studentPagePath}/${token}`

interface NewLink {
  id: string
  language: StudentLanguage
  days: number
  send_email: boolean
  time_zone: string | null
}

async function requireQuestion(connection: Connection, case_id: string): Promise<void> {
  const entries = await selectCaseEntries(connection, case_id)
  if (!entries.some(({ kind }) => kind === 'asked')) throw problem('conflict', 'questions_missing')
}

const isOpen = (link: CaseLinkRow | null, now: Date): link is CaseLinkRow =>
  link !== null && link.revoked_at === null && link.answered_at === null && link.expires_at > now

/** Makes a new link, which withdraws the previous one. */
export async function makeStudentLink(
  dependencies: LinkDependencies,
  { id, language, days, send_email, time_zone }: NewLink,
  owner: Owner,
): Promise<MadeStudentLink> {
  const linkSeal = await dependencies.readLinkSeal()
  return dependencies.database.transaction(async (connection) => {
    const record = await lockCase(connection, id, owner)
    const { teacher_id, student_id } = record
    await requireQuestion(connection, id)
    const now = new Date()
    const before = await selectOptionalLatestLink(connection, id)
    if (isOpen(before, now)) {
      await updateLink(connection, before.id, { revoked_at: now, sealed_token: null })
      await recordAction(connection, owner, {
        action: 'case-link.withdraw',
        target_id: id,
        teacher_id,
        details: { is_replaced: true },
      })
    }
    const email =
      send_email && student_id !== null ? await readStudentEmail(connection, owner, student_id) : null
    if (send_email && email === null) throw problem('conflict', 'student_email_missing')
    const token = newSecret()
    const url = addressOf(dependencies, token)
    const expires_at = new Date(now.getTime() + days * dayMs)
    const link_id = randomUUID()
    const row = {
      id: link_id,
      case_id: id,
      teacher_id,
      token_hash: hashSecret(token),
      sealed_token: linkSeal.seal(link_id, token),
      language,
      time_zone,
      created_at: now,
      expires_at,
    }
    await insertLink(connection, { ...row, emailed_at: email === null ? null : now })
    await recordAction(connection, owner, {
      action: 'case-link.make',
      target_id: id,
      teacher_id,
      details: { days },
    })
    if (email !== null) {
      const teacher = await readTeacherName(connection, teacher_id)
      await recordAction(connection, owner, { action: 'case-link.send', target_id: id, teacher_id })
      const isSent = await sendLimited(
        connection,
        dependencies.mailer,
        linkEmail({ url, teacher, expires_at }, { email, language }),
        { topic: 'student-link', causedBy: teacher_id, perDay: caseEmailsPerDay.student },
      )
      if (!isSent) throw problem('conflict', 'student_emailed_often', { most: caseEmailsPerDay.student })
    }
    const by_name = await readNameOnRecord(connection, teacher_id)
    await insertCaseEntry(connection, { case_id: id, teacher_id, at: now, kind: 'link-made', by_name })
    await updateCase(connection, id, { updated_at: now })
    await dependencies.emit(connection, 'caseChanged', changedEvent(record, now))
    return { url, page: await readStudentPage(dependencies, connection, id, owner) }
  })
}

/** The address of the open link, for its teacher to copy again until it is used or withdrawn. */
export async function readStudentLink(
  dependencies: LinkDependencies,
  id: string,
  owner: Owner,
): Promise<{ url: string }> {
  const linkSeal = await dependencies.readLinkSeal()
  return dependencies.database.transaction(async (connection) => {
    const { teacher_id } = await lockCase(connection, id, owner)
    const link = await selectOptionalLatestLink(connection, id)
    if (!isOpen(link, new Date())) throw problem('conflict', 'no_open_link')
    const token = link.sealed_token === null ? null : linkSeal.open(link.id, link.sealed_token)
    if (token === null) throw problem('conflict', 'link_not_kept')
    await recordAction(connection, owner, { action: 'case-link.copy', target_id: id, teacher_id })
    return { url: addressOf(dependencies, token) }
  })
}

function changedEvent({ id: case_id, teacher_id, student_id, class_group_id }: CaseRow, now: Date) {
  return { event: 'case.changed', case_id, teacher_id, student_id, class_group_id, now } as const
}

async function lockUnansweredLink(
  connection: Connection,
  id: string,
  owner: Owner,
  now: Date,
): Promise<{ record: CaseRow; link: CaseLinkRow }> {
  const record = await lockCase(connection, id, owner)
  const link = await selectOptionalLatestLink(connection, id)
  if (link === null || link.revoked_at !== null || link.answered_at !== null)
    throw problem('conflict', 'no_open_link')
  if (link.expires_at.getTime() < now.getTime() - studentPageLimits.extendableDays * dayMs)
    throw problem('conflict', 'link_long_expired')
  return { record, link }
}

/** Lets the link expire this many days from now, also if it has just expired. Its address stays the same. */
export function extendStudentLink(
  dependencies: LinkDependencies,
  { id, days }: { id: string; days: number },
  owner: Owner,
): Promise<StudentPage> {
  return dependencies.database.transaction(async (connection) => {
    const now = new Date()
    const { record, link } = await lockUnansweredLink(connection, id, owner, now)
    await updateLink(connection, link.id, {
      expires_at: new Date(now.getTime() + days * dayMs),
      expiry_recorded_at: null,
    })
    await recordAction(connection, owner, {
      action: 'case-link.extend',
      target_id: id,
      teacher_id: link.teacher_id,
      details: { days },
    })
    await dependencies.emit(connection, 'caseChanged', changedEvent(record, now))
    return readStudentPage(dependencies, connection, id, owner)
  })
}

/** Withdraws the link. A draft stays for the next link. */
export function withdrawStudentLink(
  dependencies: LinkDependencies,
  id: string,
  owner: Owner,
): Promise<StudentPage> {
  return dependencies.database.transaction(async (connection) => {
    const now = new Date()
    const { record, link } = await lockUnansweredLink(connection, id, owner, now)
    await updateLink(connection, link.id, { revoked_at: now, sealed_token: null })
    await recordAction(connection, owner, {
      action: 'case-link.withdraw',
      target_id: id,
      teacher_id: link.teacher_id,
    })
    const by_name = await readNameOnRecord(connection, owner.teacher_id)
    await insertCaseEntry(connection, {
      case_id: id,
      teacher_id: owner.teacher_id,
      at: now,
      kind: 'link-withdrawn',
      by_name,
    })
    await updateCase(connection, id, { updated_at: now })
    await dependencies.emit(connection, 'caseChanged', changedEvent(record, now))
    return readStudentPage(dependencies, connection, id, owner)
  })
}

/**
 * Makes a link that shows the page as the student will see it for some minutes. It takes no reply and is not
 * part of the record.
 */
export async function previewStudentPage(
  { database, publicUrl }: Pick<LinkDependencies, 'database' | 'publicUrl'>,
  { id, language, time_zone }: Pick<NewLink, 'id' | 'language' | 'time_zone'>,
  owner: Owner,
): Promise<{ url: string }> {
  const { teacher_id } = await requireCase(database, id, owner)
  await requireQuestion(database, id)
  const now = new Date()
  await deleteOldPreviews(database, now)
  const token = newSecret()
  const expires_at = new Date(now.getTime() + studentPageLimits.previewMinutes * minuteMs)
  const row = {
    id: randomUUID(),
    case_id: id,
    teacher_id,
    token_hash: hashSecret(token),
    language,
    time_zone,
    created_at: now,
    expires_at,
  }
  await insertLink(database, { ...row, is_preview: true, opened_at: now })
  return { url: addressOf({ publicUrl }, token) }
}
