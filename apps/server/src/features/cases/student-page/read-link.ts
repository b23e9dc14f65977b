import type { Case } from '@penmark/contract'
import { hashSecret } from '../../../lib/secrets.ts'
import { recordEvent } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import { findAccount, readOptionalSchool, readTeacherName } from '../../accounts/index.ts'
import { listNoLongerJudged } from '../../documents/index.ts'
import {
  type AppealStatus,
  latestDecision,
  readAppealStatus,
  readableUntil,
} from '../record/appeal-status.ts'
import { selectOptionalLatestAppeal } from '../record/appeal-store.ts'
import {
  type CaseLinkRow,
  type CaseReplyFileRow,
  type CaseReplyRow,
  selectOptionalDraft,
  selectOptionalLinkByToken,
  selectOptionalReply,
  selectOptionalReplyOfLink,
  selectReplyFiles,
  updateFirstOpened,
} from '../record/link-store.ts'
import { readCaseSummary } from '../record/read-cases.ts'
import { hasReviewerFor } from '../record/reviewers.ts'
import { ruleOf } from '../record/rules.ts'
import {
  type CaseDocumentRow,
  type CaseEntryRow,
  insertCaseEntry,
  selectCaseDocuments,
  selectCaseEntries,
  selectCasePolicy,
} from '../record/store.ts'

/**
 * The link of a token. Guessed, withdrawn and erased links are all `none`, so that a student cannot tell them
 * apart.
 */
export type FoundLink = { state: 'none' } | LiveLink | { state: 'expired'; link: CaseLinkRow }

/** A `closed` link takes no reply, but still shows the decision and takes an appeal. */
export interface LiveLink {
  state: 'open' | 'answered' | 'closed'
  link: CaseLinkRow
}

export async function findLink(connection: Connection, token: string, now: Date): Promise<FoundLink> {
  const link = /^[\w-]{43}$/.test(token)
    ? await selectOptionalLinkByToken(connection, hashSecret(token))
    : null
  if (link === null || link.revoked_at !== null) return { state: 'none' }
  const teacher = await findAccount(connection, link.teacher_id)
  if (teacher === null || teacher.erasing_since !== null) return { state: 'none' }
  if (link.expires_at > now) return { state: link.answered_at === null ? 'open' : 'answered', link }
  return (await isStillReadable(connection, link, now))
    ? { state: link.answered_at === null ? 'closed' : 'answered', link }
    : { state: 'expired', link }
}

/** Whether an expired link still shows a decision or an appeal. */
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
  /** The ids of those whose finding does not stand by today's measure. */
  withdrawn: ReadonlySet<string>
  questions: CaseEntryRow[]
  /** The rule that was named last, the standard of proof, and who may accompany the student. */
  rules: Pick<Case, 'rule' | 'standard_of_proof' | 'companion'>
  /** Whether texts are compared across the teachers of the school. */
  isSchoolCompared: boolean
  /** Days to appeal against a decision; null while nobody is named who could decide an appeal. */
  daysToAppeal: number | null
  /** Null before the first decision. */
  decided: DecisionDetails | null
  /** The reply that was handed in with this link, or the draft; null if there is neither. */
  reply: CaseReplyRow | null
  files: CaseReplyFileRow[]
}

/** The latest decision, and what the student can do about it. */
export interface DecisionDetails {
  decision: CaseEntryRow
  status: AppealStatus
  /** The appeal that was handed in, or its draft; null if there is neither. */
  appeal: { reply: CaseReplyRow; files: CaseReplyFileRow[] } | null
  /** The entry that ended the appeal; null before that. */
  ending: CaseEntryRow | null
}

async function readDecision(
  connection: Connection,
  link: CaseLinkRow,
  entries: CaseEntryRow[],
): Promise<DecisionDetails | null> {
  const { case_id, teacher_id } = link
  const { decision, appeal, status } = await readAppealStatus(
    connection,
    { case_id, teacher_id, entries },
    new Date(),
  )
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

interface ContentDependencies {
  database: Connection
  /** Whether documents are compared across the teachers of the installation, which another feature knows. */
  isSchoolCompared: (connection: Connection) => Promise<boolean>
}

/** Everything that the page of a link shows. A preview shows no drafts. */
export async function readContent(
  { database: connection, isSchoolCompared }: ContentDependencies,
  link: CaseLinkRow,
): Promise<StudentPageContent> {
  const { case_id, teacher_id } = link
  const handedIn = link.answered_at === null ? null : await selectOptionalReplyOfLink(connection, link.id)
  const reply = handedIn ?? (link.is_preview ? null : await selectOptionalDraft(connection, case_id, false))
  const entries = await selectCaseEntries(connection, case_id)
  const policy = await selectCasePolicy(connection)
  const documents = await selectCaseDocuments(connection, case_id)
  const ids = documents.map(({ document_id }) => document_id)
  return {
    link,
    teacher: await readTeacherName(connection, teacher_id),
    school: await readOptionalSchool(connection, teacher_id),
    documents,
    withdrawn: await listNoLongerJudged(connection, ids),
    questions: entries.filter(({ kind }) => kind === 'asked'),
    rules: {
      rule: ruleOf(entries),
      standard_of_proof: policy.standard_of_proof,
      companion: policy.companion || null,
    },
    isSchoolCompared: await isSchoolCompared(connection),
    daysToAppeal: (await hasReviewerFor(connection, teacher_id)) ? policy.appeal_days : null,
    decided: await readDecision(connection, link, entries),
    reply,
    files: reply === null ? [] : await selectReplyFiles(connection, [reply.id]),
  }
}

/**
 * Records that the student opened the page with its button: merely fetching it does not count, because mail
 * scanners do that.
 */
export function markOpened(
  { database, emit }: { database: Database; emit: Emit },
  { id, case_id, teacher_id }: CaseLinkRow,
  now: Date,
): Promise<void> {
  return database.transaction(async (connection) => {
    if (!(await updateFirstOpened(connection, id, now))) return
    const {
      student_id,
      class_group_id,
      student_name: by_name,
    } = await readCaseSummary(connection, case_id, { teacher_id })
    await insertCaseEntry(connection, { case_id, teacher_id, at: now, kind: 'link-opened', by_name })
    await recordEvent(connection, { action: 'case-link.open', target_id: case_id, teacher_id })
    await emit(connection, 'caseChanged', {
      event: 'case.changed',
      case_id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
  })
}
