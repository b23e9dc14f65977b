import { appealLimits, studentPageLimits } from '@penmark/contract'
import type { CaseEntryRow } from '../store.ts'
import type { CaseAppealRow } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** The decision that counts; undefined before the first. */
export function latestDecision(entries: readonly CaseEntryRow[]): CaseEntryRow | undefined {
  return entries.findLast(({ outcome }) => outcome !== null)
}

/**
 * What a student can do about the latest decision: appeal until a moment, wait for the appeal, or nothing more. `nobody` is where an appeal
 * would be possible but nobody is named who could decide it; `none` where there is nothing to appeal against.
 */
export type AppealStanding =
  | { state: 'none' }
  | { state: 'open'; until: Date }
  | { state: 'nobody'; until: Date }
  | { state: 'over'; until: Date }
  | { state: 'waiting'; appeal: CaseAppealRow }
  | { state: 'ended'; appeal: CaseAppealRow }

interface Standing {
  decision: Pick<CaseEntryRow, 'kind' | 'outcome' | 'appeal_until'> | undefined
  /** The latest of the case. */
  appeal: CaseAppealRow | null
  hasReviewer: boolean
}

export function appealStanding({ decision, appeal, hasReviewer }: Standing, now: Date): AppealStanding {
  if (appeal !== null) return { state: appeal.ended_at === null ? 'waiting' : 'ended', appeal }
  const until = decision?.appeal_until
  if (!until || decision.outcome === 'cleared') return { state: 'none' }
  if (until <= now) return { state: 'over', until }
  return { state: hasReviewer ? 'open' : 'nobody', until }
}

/** Until when a link shows the page: its own end, and long enough to read a decision, to appeal, and to read how the appeal ended. */
export function readableUntil(
  { expires_at }: { expires_at: Date },
  decision: Pick<CaseEntryRow, 'at' | 'appeal_until'> | undefined,
  appeal: Pick<CaseAppealRow, 'ended_at'> | null,
): Date | 'while the appeal is open' {
  if (appeal !== null && appeal.ended_at === null) return 'while the appeal is open'
  const ends = [
    expires_at.getTime(),
    ...(decision ? [decision.appeal_until?.getTime() ?? 0, decision.at.getTime() + studentPageLimits.usualDays * dayMs] : []),
    ...(appeal?.ended_at ? [appeal.ended_at.getTime() + appealLimits.readableDays * dayMs] : []),
  ]
  return new Date(Math.max(...ends))
}

/** The end of the time to appeal against a decision that is made now. */
export function appealUntil(now: Date, { appeal_days }: { appeal_days: number }): Date {
  return new Date(now.getTime() + appeal_days * dayMs)
}
