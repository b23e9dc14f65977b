import type { BackupList, BackupSchedule, InstallationWarning } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import type { Locale } from '../../../locale/locale.ts'
import { sentenceOf } from '../../../locale/problems/reason.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { nextScheduledTime, toRun } from './rules.ts'
import { type BackupRunRow, selectLastScheduled, selectSchedule, upsertSchedule } from './store.ts'

async function readLastFailure(
  connection: Connection,
  { frequency }: BackupSchedule,
): Promise<BackupRunRow | null> {
  const last = frequency === 'off' ? null : await selectLastScheduled(connection)
  return last?.state === 'failed' ? last : null
}

type ScheduleState = Pick<BackupList, 'schedule' | 'next_scheduled_at' | 'time_zone' | 'failed_schedule'>

/** The schedule, when its next backup is due, and its last backup if that failed. */
export async function readSchedule(
  connection: Connection,
  now: Date,
  locale?: Locale,
): Promise<ScheduleState> {
  const { changed_at: _changed_at, ...schedule } = await selectSchedule(connection)
  const failure = await readLastFailure(connection, schedule)
  return {
    schedule: { frequency: schedule.frequency, hour: schedule.hour, keep: schedule.keep },
    next_scheduled_at: nextScheduledTime(schedule, now)?.toISOString() ?? null,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    failed_schedule: failure && toRun(failure, locale),
  }
}

export function saveSchedule(
  database: Database,
  schedule: BackupSchedule,
  administrator: Owner,
  now: Date,
): Promise<BackupSchedule> {
  return database.transaction(async (connection) => {
    const before = await selectSchedule(connection)
    const { frequency, hour, keep } = schedule
    await upsertSchedule(connection, { frequency, hour, keep, changed_at: now })
    await recordAction(connection, administrator, {
      action: 'backup-schedule.change',
      target_id: 'backup-schedule',
      details: {
        backup_frequency_before: before.frequency,
        backup_frequency_after: frequency,
        backup_hour_before: before.hour,
        backup_hour_after: hour,
        backups_kept_before: before.keep,
        backups_kept_after: keep,
      },
    })
    return { frequency, hour, keep }
  })
}

/** Shown on the administrators' front page. */
export async function backupWarnings(database: Database): Promise<InstallationWarning[]> {
  const failure = await readLastFailure(database, await selectSchedule(database))
  return failure === null
    ? []
    : [
        {
          code: 'scheduled-backup-failed',
          detail: failure.failure ? sentenceOf(failure.failure) : 'The last scheduled backup failed.',
        },
      ]
}
