import type { Backup, BackupRun, BackupSchedule } from '@penmark/contract'
import type { KeptBackup } from '../../backup/kept-backups.ts'
import type { BackupRunRow } from './store.ts'

/** The last run on a backup verified it: the one that made it, or a later one. */
export function toBackup({ id, madeAt, madeBy, version, files, bytes }: KeptBackup, lastRun: BackupRunRow | null): Backup {
  const ended_at = lastRun?.ended_at ?? null
  return {
    id,
    made_at: madeAt.toISOString(),
    made_by: madeBy,
    version,
    files,
    size_bytes: bytes,
    verification:
      lastRun === null || ended_at === null ? null : { verified_at: ended_at.toISOString(), status_reason: lastRun.status_reason },
  }
}

export function toRun({ id, kind, backup_id, made_by, state, step, done_bytes, total_bytes, ...rest }: BackupRunRow): BackupRun {
  const { status_reason, created_at, ended_at } = rest
  return {
    id,
    kind,
    backup_id,
    made_by,
    state,
    step,
    done_bytes,
    total_bytes,
    status_reason,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}

const daysBetween = { daily: 1, weekly: 7 } as const

/** The last time at which the schedule wanted a backup, by the clock of this machine; null while it is off. */
export function lastSlot({ frequency, hour }: Pick<BackupSchedule, 'frequency' | 'hour'>, now: Date): Date | null {
  if (frequency === 'off') return null
  const slot = new Date(now)
  slot.setHours(hour, 0, 0, 0)
  // Sundays are day 0.
  if (frequency === 'weekly') slot.setDate(slot.getDate() - slot.getDay())
  if (slot > now) slot.setDate(slot.getDate() - daysBetween[frequency])
  return slot
}

/** When the schedule wants the next one. */
export function nextSlot(schedule: Pick<BackupSchedule, 'frequency' | 'hour'>, now: Date): Date | null {
  const slot = lastSlot(schedule, now)
  if (slot === null || schedule.frequency === 'off') return null
  slot.setDate(slot.getDate() + daysBetween[schedule.frequency])
  return slot
}

/**
 * The scheduled backups that are no longer kept, given all of them with the newest first. The newest verified one always stays: those after it may
 * all be damaged.
 */
export function surplusOf<T extends { isVerified: boolean }>(scheduled: T[], keep: number): T[] {
  const newestVerified = scheduled.find(({ isVerified }) => isVerified)
  return scheduled.slice(keep).filter((backup) => backup !== newestVerified)
}
