import * as z from 'zod/mini'
import { Reason } from '../values/reason.ts'
import { Id, Time } from '../values/scalars.ts'

/**
 * Who asked for a backup; `update` is made before a new version changes the database, `restore` before a
 * backup replaces it.
 */
export const backupMakers = ['administrator', 'schedule', 'update', 'restore', 'command'] as const

/**
 * The last check of a backup's files against their checksums. `status_reason` is the damage found; null if
 * there was none.
 */
export const BackupVerification = z.object({
  verified_at: Time,
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
})

/** A complete backup kept on this installation. */
export const Backup = z.object({
  id: Id,
  made_at: Time,
  made_by: z.enum(backupMakers),
  /** The version of the product that can read it. */
  version: z.string(),
  files: z.int(),
  size_bytes: z.int(),
  verification: z.nullable(BackupVerification),
})
export type Backup = z.infer<typeof Backup>

export const backupRunKinds = ['make', 'verify'] as const
export const backupRunStates = ['waiting', 'running', 'done', 'failed'] as const
export const backupSteps = ['copying', 'database', 'hashing', 'verifying'] as const

/** A backup being made or verified, or the last one that was. Only one runs at a time. */
export const BackupRun = z.object({
  id: Id,
  kind: z.enum(backupRunKinds),
  backup_id: Id,
  /** Null for a verification. */
  made_by: z.nullable(z.enum(backupMakers)),
  state: z.enum(backupRunStates),
  step: z.nullable(z.enum(backupSteps)),
  /** Of this step; 0 for the database, whose end cannot be foreseen. */
  done_bytes: z.int(),
  total_bytes: z.int(),
  /** Why it failed. */
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
  created_at: Time,
  ended_at: z.nullable(Time),
})
export type BackupRun = z.infer<typeof BackupRun>

export const backupFrequencies = ['off', 'daily', 'weekly'] as const
export const backupKeepLimits = { least: 1, most: 100 } as const

/**
 * When backups are made by themselves, by the clock of the server, and how many of those are kept. Weekly
 * ones are made on Sundays.
 */
export const BackupSchedule = z.object({
  frequency: z.enum(backupFrequencies),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  keep: z.int().check(z.minimum(backupKeepLimits.least), z.maximum(backupKeepLimits.most)),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

/** Why no backup can be made here at the moment. */
export const backupObstacles = [
  'folder-not-writable',
  'no-room',
  'pg-dump-missing',
  'pg-dump-too-old',
] as const

/** The last time that a backup was restored beside the running installation, opened and counted. */
export const RestoreRehearsal = z.object({
  backup_id: Id,
  backup_made_at: Time,
  rehearsed_at: Time,
  /** What the restored database holds. */
  documents: z.int(),
  files: z.int(),
  /** Documents that were opened with their file, text and report. */
  opened: z.int(),
  /** Why it could not be restored; null if it was whole. */
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
})
export type RestoreRehearsal = z.infer<typeof RestoreRehearsal>

/** The backups of this installation, newest first, and whether another can be made. */
export const BackupList = z.object({
  backups: z.array(Backup),
  run: z.nullable(BackupRun),
  schedule: BackupSchedule,
  /** Null while the schedule is off. */
  next_scheduled_at: z.nullable(Time),
  /** The server's, such as `Europe/London`. */
  time_zone: z.string(),
  /** The last scheduled backup, if it failed and no other has succeeded since. */
  failed_schedule: z.nullable(BackupRun),
  obstacle: z.nullable(z.enum(backupObstacles)),
  folder: z.string(),
  /** About how much room the next backup takes, and what is free; null if unknown. */
  needed_bytes: z.int(),
  free_bytes: z.nullable(z.number()),
  /** True if the backups share a disk with the data, so that a broken disk takes both. */
  shares_disk: z.boolean(),
  /** True if uploaded files are in a bucket, which backups leave out. */
  leaves_out_files: z.boolean(),
  /** False with a PostgreSQL server, whose backups only the command line restores. */
  can_restore: z.boolean(),
  /** Null before the first one. */
  rehearsal: z.nullable(RestoreRehearsal),
})
export type BackupList = z.infer<typeof BackupList>

/** A link that downloads a backup without signing in. It is valid long enough to continue a slow download. */
export const BackupLink = z.object({ url: z.string(), expires_at: Time })
export type BackupLink = z.infer<typeof BackupLink>

export const backupLinkHours = 12
