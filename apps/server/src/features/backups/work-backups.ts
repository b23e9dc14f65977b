import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { findKeptBackup, listKeptBackups, placeOf } from '../../backup/kept-backups.ts'
import { type BackupProgress, makeBackup, verifyBackup } from '../../backup/make-backup.ts'
import { readRestored } from '../../backup/restored.ts'
import type { Database } from '../../database/database.ts'
import { runAtInterval } from '../../interval.ts'
import type { BackgroundJob, JobWorker } from '../../outside/queue/background-queues.ts'
import { sendMissingJobs } from '../../outside/queue/send-job.ts'
import { version } from '../../version.ts'
import type { BackupsDependencies } from './dependencies.ts'
import { removeSurplus } from './run-schedule.ts'
import { type BackupRunRow, deleteOldRuns, deleteRun, selectUnfinishedRuns, updateBegun, updateByRun } from './store.ts'

interface WorkDependencies extends BackupsDependencies {
  logger: Logger
}

const saveProgressEveryMs = 1_000
/** A run whose workers keep dying, for example for want of memory, ends here. */
const maximumRuns = 3
/** Runs of backups that are gone; nothing else ends a list that a schedule adds to. */
const keptRuns = 100

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return 'The disk filled up. Nothing of this backup was kept. Delete old backups, or set BACKUP_DIR to a folder on a larger disk.'
  return `The backup failed: ${error instanceof Error ? error.message : String(error)}`
}

/** Makes the backup unless an earlier run of the same job did, and verifies it. Returns the damage found. */
async function makeAndVerify(
  { database, backups }: WorkDependencies,
  { backup_id, made_by, created_at }: BackupRunRow,
  onProgress: (progress: BackupProgress) => void,
): Promise<string | null> {
  const { dataDir, backupDir, databaseUrl } = backups
  const place = path.join(backupDir, backup_id)
  if (!existsSync(place)) {
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    const source = databaseUrl === null ? database : { url: databaseUrl }
    const parts = { database: source, dataDir, version, madeBy: made_by ?? 'administrator', links: true, onProgress }
    await makeBackup(parts, backupDir, created_at)
  }
  return verifyBackup(place, onProgress)
}

async function verifyKept({ backups }: WorkDependencies, { backup_id }: BackupRunRow, onProgress: (progress: BackupProgress) => void) {
  const place = placeOf(backups, backup_id)
  if (place === null || (await findKeptBackup(backups, backup_id)) === null)
    return 'The backup is incomplete: its manifest is missing or cannot be read.'
  return verifyBackup(place, onProgress)
}

/** A restored database still has the run that was making the backup it comes from. */
async function isOfAnotherLife({ backups }: WorkDependencies, { created_at }: BackupRunRow): Promise<boolean> {
  const restored = await readRestored(backups.dataDir)
  return restored !== null && created_at.getTime() <= Date.parse(restored.made_at)
}

async function work(dependencies: WorkDependencies, { id }: BackgroundJob, signal: AbortSignal): Promise<void> {
  const { database, logger } = dependencies
  const row = await updateBegun(database, id)
  if (row === null) return
  if (await isOfAnotherLife(dependencies, row)) return deleteRun(database, id)
  const progress: { latest: BackupProgress | null } = { latest: null }
  const end = (status_reason: string | null) =>
    updateByRun(database, row, {
      ...progress.latest,
      state: status_reason === null ? 'done' : 'failed',
      status_reason,
      ended_at: new Date(),
    })
  if (row.runs > maximumRuns) return end('The program ended several times while it worked on this backup. Its log may say why.')
  const onProgress = (latest: BackupProgress) => {
    signal.throwIfAborted()
    progress.latest = latest
  }
  const stopSaving = runAtInterval(
    {
      name: 'Saving the progress of a backup',
      everyMs: saveProgressEveryMs,
      task: async () => progress.latest && updateByRun(database, row, progress.latest),
    },
    logger,
  )
  try {
    const damage = await (row.kind === 'make' ? makeAndVerify(dependencies, row, onProgress) : verifyKept(dependencies, row, onProgress))
    await stopSaving()
    await end(damage)
    if (row.made_by === 'schedule' && damage === null) await removeSurplus(dependencies)
    const kept = await listKeptBackups(dependencies.backups)
    await deleteOldRuns(
      database,
      keptRuns,
      kept.map((backup) => backup.id),
    )
  } catch (error) {
    await stopSaving()
    // Another run of this job makes it from the beginning.
    if (signal.aborted) throw error
    logger.error({ err: error, backup: row.backup_id }, 'A backup failed')
    await end(reasonOf(error))
  }
}

export function backupWorker(dependencies: WorkDependencies): JobWorker {
  return { atOnce: 1, run: (job, signal) => work(dependencies, job, signal) }
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
