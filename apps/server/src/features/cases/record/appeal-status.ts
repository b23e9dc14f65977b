import { appealLimits, type Case, studentPageLimits } from '@penmark/contract'
import { dayMs } from '../../../lib/durations.ts'
import type { Connection } from '../../../services/database/database.ts'
import { listAccounts, teacherName } from '../../accounts/index.ts'
import { type CaseAppealRow, selectOptionalLatestAppeal } from './appeal-store.ts'
import { hasReviewerFor } from './reviewers.ts'
import type { CaseEntryRow } from './store.ts'

/** The decision that counts; undefined before the first. */
export function latestDecision(entries: readonly CaseEntryRow[]): CaseEntryRow | undefined {
  return entries.findLast(({ outcome }) => outcome !== null)
}

/**
 * What a student can do about the latest decision: appeal until a moment, wait for the appeal, or nothing
 * more. `nobody`: an appeal would be possible, but there is no reviewer for it. `none`: there is nothing to
 * appeal against.
 */
export type AppealStatus =
  | { state: 'none' }
  | { state: 'open'; until: Date }
  | { state: 'nobody'; until: Date }
  | { state: 'over'; until: Date }
  | { state: 'waiting'; appeal: CaseAppealRow }
  | { state: 'ended'; appeal: CaseAppealRow }

interface Appealable {
  decision: Pick<CaseEntryRow, 'kind' | 'outcome' | 'appeal_until'> | undefined
  /** The latest appeal of the case. */
  appeal: CaseAppealRow | null
  hasReviewer: boolean
}

function statusOfAppeal({ decision, appeal, hasReviewer }: Appealable, now: Date): AppealStatus {
  if (appeal !== null) return { state: appeal.ended_at === null ? 'waiting' : 'ended', appeal }
  const until = decision?.appeal_until
  if (!until || decision.outcome === 'cleared') return { state: 'none' }
  if (until <= now) return { state: 'over', until }
  return { state: hasReviewer ? 'open' : 'nobody', until }
}

interface DecisionAndAppeal {
  decision: CaseEntryRow | undefined
  appeal: CaseAppealRow | null
  status: AppealStatus
}

/** The latest decision of a case, and what its student can do about it. */
export async function readAppealStatus(
  connection: Connection,
  { case_id, teacher_id, entries }: { case_id: string; teacher_id: string; entries: readonly CaseEntryRow[] },
  now: Date,
): Promise<DecisionAndAppeal> {
  const decision = latestDecision(entries)
  if (decision === undefined) return { decision, appeal: null, status: { state: 'none' } }
  const appeal = await selectOptionalLatestAppeal(connection, case_id)
  const hasReviewer = await hasReviewerFor(connection, teacher_id)
  return { decision, appeal, status: statusOfAppeal({ decision, appeal, hasReviewer }, now) }
}

/** The appeal as the teacher of the case sees it. */
export async function readCaseAppeal(
  connection: Connection,
  record: { case_id: string; teacher_id: string; entries: readonly CaseEntryRow[] },
): Promise<Pick<Case, 'appeal' | 'appeal_until'>> {
  const { appeal, status } = await readAppealStatus(connection, record, new Date())
  const [reviewer] = appeal?.reviewer_id == null ? [] : await listAccounts(connection, [appeal.reviewer_id])
  return {
    appeal_until: status.state === 'open' ? status.until.toISOString() : null,
    appeal: appeal && {
      appealed_at: appeal.appealed_at.toISOString(),
      reviewer_name: reviewer ? teacherName(reviewer) : null,
      ended_at: appeal.ended_at?.toISOString() ?? null,
    },
  }
}

/**
 * Until when a link shows its page: until it expires, and long enough to read a decision, to appeal, and to
 * read how the appeal ended.
 */
export function readableUntil(
  { expires_at }: { expires_at: Date },
  decision: Pick<CaseEntryRow, 'at' | 'appeal_until'> | undefined,
  appeal: Pick<CaseAppealRow, 'ended_at'> | null,
): Date | 'while the appeal is open' {
  if (appeal !== null && appeal.ended_at === null) return 'while the appeal is open'
  const ends = [
    expires_at.getTime(),
    ...(decision
      ? [decision.appeal_until?.getTime() ?? 0, decision.at.getTime() + studentPageLimits.usualDays * dayMs]
      : []),
    ...(appeal?.ended_at ? [appeal.ended_at.getTime() + appealLimits.readableDays * dayMs] : []),
  ]
  return new Date(Math.max(...ends))
}

/** Until when a student can appeal against a decision that is made now. */
export function appealUntil(now: Date, { appeal_days }: { appeal_days: number }): Date {
  return new Date(now.getTime() + appeal_days * dayMs)
}
