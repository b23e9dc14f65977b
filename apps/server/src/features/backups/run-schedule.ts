import { randomUUID } from 'node:crypto'
import { Problem } from '@penmark/contract'
import { listKeptBackups, removeKeptBackup } from '../../backup/kept-backups.ts'
import { backupNameOf } from '../../backup/make-backup.ts'
import type { BackupsDependencies } from './dependencies.ts'
import { sendRun } from './keep-backups.ts'
import { readRoom, requireRoom } from './room.ts'
import { lastSlot, surplusOf, toBackup } from './rules.ts'
import { deleteRecords, insertRun, selectLastRuns, selectSchedule, selectScheduledSince, selectUnfinishedRuns } from './store.ts'

/** Why no backup can be made now, as a sentence. */
async function findObstacle(dependencies: BackupsDependencies): Promise<string | null> {
  try {
    requireRoom(await readRoom(dependencies))
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

/**
 * Begins a backup if one is due: the schedule wanted one since it was last changed, and none was begun since. However many were missed while
 * nothing ran, one is made. While another backup is made or verified, the next call tries again.
 */
export async function runSchedule(dependencies: BackupsDependencies, now: Date): Promise<void> {
  const { database } = dependencies
  const schedule = await selectSchedule(database)
  const slot = lastSlot(schedule, now)
  if (slot === null || slot < schedule.changed_at || (await selectScheduledSince(database, slot))) return
  const run = { kind: 'make', backup_id: backupNameOf(now), made_by: 'schedule', created_at: now } as const
  const obstacle = await findObstacle(dependencies)
  if (obstacle !== null) {
    await insertRun(database, { id: randomUUID(), ...run, state: 'failed', status_reason: obstacle, ended_at: now })
    return
  }
  await database.transaction((connection) => sendRun(connection, run))
}

/** Deletes scheduled backups beyond the number that is kept. Those made by hand, by an update or by the command are never touched. */
export async function removeSurplus({ database, backups }: BackupsDependencies): Promise<void> {
  const { keep } = await selectSchedule(database)
  const scheduled = (await listKeptBackups(backups)).filter(({ madeBy }) => madeBy === 'schedule')
  const lastRuns = await selectLastRuns(
    database,
    scheduled.map(({ id }) => id),
  )
  const judged = scheduled.map((backup) => {
    const { verification } = toBackup(backup, lastRuns.find(({ backup_id }) => backup_id === backup.id) ?? null)
    return { backup, isVerified: verification?.status_reason === null }
  })
  for (const { backup } of surplusOf(judged, keep)) {
    const isDeletable = await database.transaction(async (connection) => {
      if ((await selectUnfinishedRuns(connection)).some(({ backup_id }) => backup_id === backup.id)) return false
      await deleteRecords(connection, backup.id)
      return true
    })
    if (isDeletable) await removeKeptBackup(backup)
  }
}
