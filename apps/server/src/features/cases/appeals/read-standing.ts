import type { Case } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import { listAccounts } from '../../teachers/account.ts'
import type { CaseEntryRow } from '../store.ts'
import { hasReviewerFor } from './reviewers.ts'
import { type AppealStanding, appealStanding, latestDecision } from './rules.ts'
import { type CaseAppealRow, selectOptionalLatestAppeal } from './store.ts'

export interface CaseStanding {
  decision: CaseEntryRow | undefined
  appeal: CaseAppealRow | null
  standing: AppealStanding
}

/** The latest decision of a case, and what its student can do about it. */
export async function readStanding(
  connection: Connection,
  { case_id, teacher_id, entries }: { case_id: string; teacher_id: string; entries: readonly CaseEntryRow[] },
  now: Date,
): Promise<CaseStanding> {
  const decision = latestDecision(entries)
  if (decision === undefined) return { decision, appeal: null, standing: { state: 'none' } }
  const appeal = await selectOptionalLatestAppeal(connection, case_id)
  const hasReviewer = await hasReviewerFor(connection, teacher_id)
  return { decision, appeal, standing: appealStanding({ decision, appeal, hasReviewer }, now) }
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  [first_name, last_name].filter(Boolean).join(' ') || null

/** The same as the teacher of the case sees it. */
export async function readCaseAppeal(
  connection: Connection,
  about: { case_id: string; teacher_id: string; entries: readonly CaseEntryRow[] },
): Promise<Pick<Case, 'appeal' | 'appeal_until'>> {
  const { appeal, standing } = await readStanding(connection, about, new Date())
  const [reviewer] = appeal?.reviewer_id == null ? [] : await listAccounts(connection, [appeal.reviewer_id])
  return {
    appeal_until: standing.state === 'open' ? standing.until.toISOString() : null,
    appeal: appeal && {
      appealed_at: appeal.appealed_at.toISOString(),
      reviewer_name: reviewer ? nameOf(reviewer) : null,
      ended_at: appeal.ended_at?.toISOString() ?? null,
    },
  }
}
