import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Problem, type Reason } from '@penmark/contract'
import type { Logger } from 'pino'
import { messageOf } from '../../../lib/error-message.ts'
import { runAtInterval } from '../../../lib/interval.ts'
import { version } from '../../../lib/release.ts'
import { writeFaultOf } from '../../../lib/write-faults.ts'
import { reason } from '../../../locale/problems/reason.ts'
import {
  type BackupProgress,
  backupNameOf,
  makeBackup,
  verifyBackup,
} from '../../../services/backup/make-backup.ts'
import { damageReason } from '../../../services/backup/manifest.ts'
import { readRestored } from '../../../services/backup/restore-folder.ts'
import {
  findStoredBackup,
  folderOfBackup,
  listStoredBackups,
  removeStoredBackup,
} from '../../../services/backup/stored-backups.ts'
import type { Database } from '../../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../../services/queue/background-queues.ts'
import { sendMissingJobs } from '../../../services/queue/send-job.ts'
import { queueRun } from './backups.ts'
import { type BackupsDependencies, readReadiness, requireReady } from './readiness.ts'
import { excessBackups, lastScheduledTime, toBackup } from './rules.ts'
import {
  type BackupRunRow,
  deleteOldRuns,
  deleteRecords,
  deleteRun,
  insertRun,
  selectLastRuns,
  selectMade,
  selectSchedule,
  selectScheduledSince,
  selectUnfinishedRuns,
  updateBegun,
  updateIfOwnRun,
} from './store.ts'

interface WorkDependencies extends BackupsDependencies {
  logger: Logger
}

const saveProgressEveryMs = 1_000
/**
 * A job that is started more often fails, because its workers keep dying, for example of too little memory.
 */
const maximumRuns = 3
/** Without this limit, a schedule would let the list of runs grow forever. */
const keptRuns = 100

function reasonOf(error: unknown): Reason {
  if (writeFaultOf(error) === 'full') return reason('backup_filled_disk')
  return reason('backup_failed', { error: messageOf(error) })
}

/** Makes the backup unless an earlier run of the same job did, and verifies it. Returns the damage found. */
async function makeAndVerify(
  { database, backups }: WorkDependencies,
  { backup_id, made_by, created_at }: BackupRunRow,
  onProgress: (progress: BackupProgress) => void,
): Promise<Reason | null> {
  const { dataDir, backupDir, databaseUrl } = backups
  const place = path.join(backupDir, backup_id)
  if (!existsSync(place)) {
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    const source = databaseUrl === null ? database : { url: databaseUrl }
    const parts = {
      database: source,
      dataDir,
      version,
      madeBy: made_by ?? 'administrator',
      links: true,
      onProgress,
    }
    await makeBackup(parts, backupDir, created_at)
  }
  return damageIn(place, onProgress)
}

async function damageIn(
  place: string,
  onProgress: (progress: BackupProgress) => void,
): Promise<Reason | null> {
  const damage = await verifyBackup(place, onProgress)
  return damage && damageReason(damage)
}

async function verifyExisting(
  { backups }: WorkDependencies,
  { backup_id }: BackupRunRow,
  onProgress: (progress: BackupProgress) => void,
) {
  const place = folderOfBackup(backups, backup_id)
  if (place === null || (await findStoredBackup(backups, backup_id)) === null)
    return reason('backup_lacks_manifest')
  return damageIn(place, onProgress)
}

/** A restored database still contains the run that was making the backup from which it was restored. */
async function predatesRestore(
  { backups }: WorkDependencies,
  { created_at }: BackupRunRow,
): Promise<boolean> {
  const restored = await readRestored(backups.dataDir)
  return restored !== null && created_at.getTime() <= Date.parse(restored.made_at)
}

async function executeRun(
  dependencies: WorkDependencies,
  { id }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const { database, logger } = dependencies
  const row = await updateBegun(database, id)
  if (row === null) return
  if (await predatesRestore(dependencies, row)) return deleteRun(database, id)
  const progress: { latest: BackupProgress | null } = { latest: null }
  const end = (failure: Reason | null) =>
    updateIfOwnRun(database, row, {
      ...progress.latest,
      state: failure === null ? 'done' : 'failed',
      failure,
      ended_at: new Date(),
    })
  if (row.runs > maximumRuns) return end(reason('backup_kept_ending'))
  const onProgress = (latest: BackupProgress) => {
    signal.throwIfAborted()
    progress.latest = latest
  }
  const stopSaving = runAtInterval(
    {
      name: 'Saving the progress of a backup',
      everyMs: saveProgressEveryMs,
      task: async () => progress.latest && updateIfOwnRun(database, row, progress.latest),
    },
    logger,
  )
  try {
    const damage = await (row.kind === 'make'
      ? makeAndVerify(dependencies, row, onProgress)
      : verifyExisting(dependencies, row, onProgress))
    await stopSaving()
    await end(damage)
    if (row.made_by === 'schedule' && damage === null) await deleteExcessBackups(dependencies)
    const kept = await listStoredBackups(dependencies.backups)
    await deleteOldRuns(
      database,
      keptRuns,
      kept.map((backup) => backup.id),
    )
  } catch (error) {
    await stopSaving()
    // Another run of this job starts from the beginning.
    if (signal.aborted) throw error
    logger.error({ err: error, backup: row.backup_id }, 'A backup failed')
    await end(reasonOf(error))
  }
}

export function backupWorker(dependencies: WorkDependencies): JobWorker {
  return { atOnce: 1, run: (job, signal) => executeRun(dependencies, job, signal) }
}

/** Why no backup can be made now; null if one can. */
async function readObstacle(dependencies: BackupsDependencies): Promise<Reason | null> {
  try {
    requireReady(await readReadiness(dependencies))
    return null
  } catch (error) {
    if (error instanceof Problem && error.reason) return error.reason
    throw error
  }
}

/**
 * Queues a backup if one has been due since the schedule was last changed and none has begun since. However
 * many were missed while nothing ran, one is made. While another backup is made or verified, nothing is
 * queued, and the next call tries again.
 */
export async function runSchedule(dependencies: BackupsDependencies, now: Date): Promise<void> {
  const { database } = dependencies
  const schedule = await selectSchedule(database)
  const dueAt = lastScheduledTime(schedule, now)
  if (dueAt === null || dueAt < schedule.changed_at || (await selectScheduledSince(database, dueAt))) return
  const run = { kind: 'make', backup_id: backupNameOf(now), made_by: 'schedule', created_at: now } as const
  const obstacle = await readObstacle(dependencies)
  if (obstacle !== null) {
    await insertRun(database, { id: randomUUID(), ...run, state: 'failed', failure: obstacle, ended_at: now })
    return
  }
  await database.transaction((connection) => queueRun(connection, run))
}

/**
 * Deletes this installation's scheduled backups beyond the number to keep. Those made by hand, by an update
 * or by the command are never deleted.
 */
async function deleteExcessBackups({ database, backups }: BackupsDependencies): Promise<void> {
  const { keep } = await selectSchedule(database)
  const stored = (await listStoredBackups(backups)).filter(({ madeBy }) => madeBy === 'schedule')
  const made = await selectMade(
    database,
    stored.map(({ id }) => id),
  )
  const scheduled = stored.filter(({ id }) => made.has(id))
  const lastRuns = await selectLastRuns(
    database,
    scheduled.map(({ id }) => id),
  )
  const candidates = scheduled.map((backup) => {
    const { verification } = toBackup(
      backup,
      lastRuns.find(({ backup_id }) => backup_id === backup.id) ?? null,
    )
    return { backup, isVerified: verification?.failure === null }
  })
  for (const { backup } of excessBackups(candidates, keep)) {
    const isDeletable = await database.transaction(async (connection) => {
      if ((await selectUnfinishedRuns(connection)).some(({ backup_id }) => backup_id === backup.id))
        return false
      await deleteRecords(connection, backup.id)
      return true
    })
    if (isDeletable) await removeStoredBackup(backup)
  }
}

/** Sends a job for each unfinished run that has none. */
export async function sendMissingBackups(database: Database): Promise<void> {
  const unfinished = await selectUnfinishedRuns(database)
  await sendMissingJobs(
    database,
    'backups',
    unfinished.map(({ id }) => id),
  )
}
