import type { Backup, BackupRun, BackupSchedule } from '@penmark/contract'
import { dayMs } from '../../../lib/durations.ts'
import type { Locale } from '../../../locale/locale.ts'
import { sentenceOf, withSentence } from '../../../locale/problems/reason.ts'
import type { StoredBackup } from '../../../services/backup/stored-backups.ts'
import type { BackupRunRow } from './store.ts'

/** `lastRun` made and verified the backup, or verified it again later. */
export function toBackup(
  { id, madeAt, madeBy, version, files, bytes }: StoredBackup,
  lastRun: BackupRunRow | null,
  locale?: Locale,
): Backup {
  const ended_at = lastRun?.ended_at ?? null
  return {
    id,
    made_at: madeAt.toISOString(),
    made_by: madeBy,
    version,
    files,
    size_bytes: bytes,
    verification:
      lastRun === null || ended_at === null
        ? null
        : withSentence({ verified_at: ended_at.toISOString(), failure: lastRun.failure }, locale),
  }
}

export function toRun(
  { id, kind, backup_id, made_by, state, step, done_bytes, total_bytes, ...rest }: BackupRunRow,
  locale?: Locale,
): BackupRun {
  const { failure, created_at, ended_at } = rest
  return {
    id,
    kind,
    backup_id,
    made_by,
    state,
    step,
    done_bytes,
    total_bytes,
    status_reason: failure && sentenceOf(failure, locale),
    failure,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}

const daysBetween = { daily: 1, weekly: 7 } as const

/** When a scheduled backup was last due, in this machine's time zone; null while the schedule is off. */
export function lastScheduledTime(
  { frequency, hour }: Pick<BackupSchedule, 'frequency' | 'hour'>,
  now: Date,
): Date | null {
  if (frequency === 'off') return null
  const time = new Date(now)
  time.setHours(hour, 0, 0, 0)
  // Sundays are day 0.
  if (frequency === 'weekly') time.setDate(time.getDate() - time.getDay())
  if (time > now) time.setDate(time.getDate() - daysBetween[frequency])
  return time
}

/** When the next scheduled backup is due; null while the schedule is off. */
export function nextScheduledTime(
  schedule: Pick<BackupSchedule, 'frequency' | 'hour'>,
  now: Date,
): Date | null {
  const time = lastScheduledTime(schedule, now)
  if (time === null || schedule.frequency === 'off') return null
  time.setDate(time.getDate() + daysBetween[schedule.frequency])
  return time
}

const rehearsedEveryDays = 7

/**
 * Whether a restore is to be rehearsed: once a week at night, by this machine's clock, and a day later at any
 * hour. `last` is the last one.
 */
export function isRehearsalDue(last: Date | null, backupMadeAt: Date, now: Date): boolean {
  const isNight = now.getHours() >= 1 && now.getHours() < 5
  const ageMs =
    last === null
      ? now.getTime() - backupMadeAt.getTime()
      : now.getTime() - last.getTime() - rehearsedEveryDays * dayMs
  return ageMs >= (isNight ? 0 : dayMs)
}

/**
 * Which scheduled backups, newest first, are beyond the number to keep. The newest verified one is never
 * among them, because all newer ones may be damaged.
 */
export function excessBackups<T extends { isVerified: boolean }>(scheduled: T[], keep: number): T[] {
  const newestVerified = scheduled.find(({ isVerified }) => isVerified)
  return scheduled.slice(keep).filter((backup) => backup !== newestVerified)
}
