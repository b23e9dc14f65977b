import { type AppealReviewer, appealLimits, isId } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { invalidField, problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { sendLimited } from '../../../services/mail/limited-mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import { findAccountsByEmail, listAccounts, teacherName } from '../../accounts/index.ts'
import {
  type CaseAppealRow,
  deleteReviewer,
  insertReviewer,
  type ReviewerRow,
  selectOpenForUpdate,
  selectReviewers,
  updateAppeal,
} from './appeal-store.ts'
import { appealArrivedEmail, caseEmailsPerDay } from './emails.ts'

export interface AppealDependencies {
  database: Database
  mailer: Pick<Mailer, 'send'>
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

type Reviewer = ReviewerRow & { name: string | null; email: string | null }

/** The reviewers in the order in which they were named, without those whose account is being erased. */
async function listReviewers(connection: Connection): Promise<Reviewer[]> {
  const rows = await selectReviewers(connection)
  const accounts = await listAccounts(
    connection,
    rows.map(({ teacher_id }) => teacher_id),
  )
  return rows.flatMap((row) => {
    const account = accounts.find(({ id }) => id === row.teacher_id)
    if (account?.erasing_since !== null) return []
    return [{ ...row, name: teacherName(account), email: account.email }]
  })
}

/** Whether somebody other than the teacher can decide an appeal against the teacher's decision. */
export async function hasReviewerFor(connection: Connection, teacher_id: string): Promise<boolean> {
  return (await listReviewers(connection)).some((reviewer) => reviewer.teacher_id !== teacher_id)
}

/**
 * The reviewer with the fewest open appeals, but never the teacher of the decision; null if there is none.
 */
export async function chooseReviewer(connection: Connection, teacher_id: string): Promise<Reviewer | null> {
  const reviewers = (await listReviewers(connection)).filter((reviewer) => reviewer.teacher_id !== teacher_id)
  return reviewers.toSorted((a, b) => a.open_appeals - b.open_appeals)[0] ?? null
}

/** Further appeals of one teacher's students within a day stand in the reviewer's list alone. */
export async function notifyReviewer(
  connection: Connection,
  { mailer, publicUrl }: Pick<AppealDependencies, 'mailer' | 'publicUrl'>,
  { id, teacher_id, language }: Pick<CaseAppealRow, 'id' | 'teacher_id' | 'language'>,
  { email }: Pick<Reviewer, 'email'>,
): Promise<void> {
  if (email !== null)
    await sendLimited(connection, mailer, appealArrivedEmail(id, { email, language }, publicUrl), {
      topic: 'appeal',
      causedBy: teacher_id,
      perDay: caseEmailsPerDay.reviewer,
    })
}

/** Assigns each open appeal that has no reviewer, or one who is no longer named, to a present one. */
async function assignOpenAppeals(connection: Connection, dependencies: AppealDependencies): Promise<void> {
  for (const appeal of await selectOpenForUpdate(connection)) {
    const reviewers = await listReviewers(connection)
    if (reviewers.some(({ teacher_id }) => teacher_id === appeal.reviewer_id)) continue
    const reviewer = await chooseReviewer(connection, appeal.teacher_id)
    if ((reviewer?.teacher_id ?? null) === appeal.reviewer_id) continue
    await updateAppeal(connection, appeal.id, { reviewer_id: reviewer?.teacher_id ?? null, read_at: null })
    if (reviewer !== null) await notifyReviewer(connection, dependencies, appeal, reviewer)
  }
}

/** Runs regularly, because a reviewer may have deleted their account. */
export function assignWaitingAppeals(dependencies: AppealDependencies): Promise<void> {
  return dependencies.database.transaction((connection) => assignOpenAppeals(connection, dependencies))
}

export async function listAppealReviewers(connection: Connection): Promise<AppealReviewer[]> {
  return (await listReviewers(connection)).map(({ teacher_id, name, email, open_appeals }) => ({
    teacher_id,
    name,
    email,
    open_appeals,
  }))
}

export function addAppealReviewer(
  dependencies: AppealDependencies,
  email: string,
  administrator: Owner,
): Promise<AppealReviewer[]> {
  return dependencies.database.transaction(async (connection) => {
    const [account, other] = await findAccountsByEmail(connection, email)
    if (!account) throw invalidField('email', 'reviewer_without_account')
    if (other) throw invalidField('email', 'reviewer_ambiguous')
    const before = await selectReviewers(connection)
    if (before.some(({ teacher_id }) => teacher_id === account.id))
      throw invalidField('email', 'reviewer_named')
    if (before.length >= appealLimits.reviewers)
      throw problem('conflict', 'too_many_reviewers', { people: appealLimits.reviewers })
    await insertReviewer(connection, account.id)
    const teacher_id = account.id
    await recordAction(connection, administrator, {
      action: 'appeal-reviewer.add',
      target_id: teacher_id,
      teacher_id,
    })
    await assignOpenAppeals(connection, dependencies)
    return listAppealReviewers(connection)
  })
}

export function removeAppealReviewer(
  dependencies: AppealDependencies,
  teacher_id: string,
  administrator: Owner,
): Promise<AppealReviewer[]> {
  return dependencies.database.transaction(async (connection) => {
    if (!isId(teacher_id) || !(await deleteReviewer(connection, teacher_id)))
      throw problem('not_found', 'reviewer_unknown')
    await recordAction(connection, administrator, {
      action: 'appeal-reviewer.remove',
      target_id: teacher_id,
      teacher_id,
    })
    await assignOpenAppeals(connection, dependencies)
    return listAppealReviewers(connection)
  })
}
