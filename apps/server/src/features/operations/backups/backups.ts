import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  apiBase,
  type BackupLink,
  type BackupList,
  type BackupRun,
  backupLinkHours,
  type Deleted,
  type Problem,
  type RangedAttachment,
  routes,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { hourMs } from '../../../lib/durations.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import type { Locale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { withSentence } from '../../../locale/problems/reason.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import { openArchive } from '../../../services/backup/archive.ts'
import { backupNameOf } from '../../../services/backup/make-backup.ts'
import { readManifest } from '../../../services/backup/manifest.ts'
import {
  findStoredBackup,
  listStoredBackups,
  removeStoredBackup,
  type StoredBackup,
} from '../../../services/backup/stored-backups.ts'
import type { Connection } from '../../../services/database/database.ts'
import { sendJob } from '../../../services/queue/send-job.ts'
import { type BackupsDependencies, readReadiness, readReadinessDuringRun, requireReady } from './readiness.ts'
import { readRehearsal } from './rehearsal-result.ts'
import { toBackup, toRun } from './rules.ts'
import { readSchedule, saveSchedule } from './schedule.ts'
import {
  type BackupRunRow,
  deleteRecords,
  insertRun,
  selectLastRuns,
  selectLatestRun,
  selectOptionalLink,
  selectUnfinishedRuns,
  upsertLink,
} from './store.ts'

export function bindBackups({ bind, bindPublic }: Binder, dependencies: BackupsDependencies): void {
  bind(routes.listBackups, (_input, caller) => listBackups(dependencies, caller.locale))
  bind(routes.makeBackup, (_input, caller) => startBackup(dependencies, caller, new Date()))
  bind(routes.verifyBackup, ({ id }, caller) => startVerification(dependencies, id, caller, new Date()))
  bind(routes.createBackupLink, ({ id }, caller) => createBackupLink(dependencies, id, caller, new Date()))
  bind(routes.deleteBackup, ({ id }, caller) => deleteBackup(dependencies, id, caller))
  bind(routes.saveBackupSchedule, (schedule, caller) =>
    saveSchedule(dependencies.database, schedule, caller, new Date()),
  )
  bindPublic(routes.fetchBackup, ({ ticket }) => fetchBackup(dependencies, ticket))
}

async function listBackups(dependencies: BackupsDependencies, locale?: Locale): Promise<BackupList> {
  const { database, backups } = dependencies
  const run = await selectLatestRun(database)
  const isRunning = run !== null && run.ended_at === null
  const kept = await listStoredBackups(backups)
  const lastRuns = await selectLastRuns(
    database,
    kept.map(({ id }) => id),
  )
  const rehearsal = await readRehearsal(backups.backupDir)
  return {
    backups: kept.map((backup) =>
      toBackup(backup, lastRuns.find(({ backup_id }) => backup_id === backup.id) ?? null, locale),
    ),
    run: run && toRun(run, locale),
    ...(await readSchedule(database, new Date(), locale)),
    folder: backups.backupDir,
    leaves_out_files: backups.filesInBucket,
    can_restore: backups.databaseUrl === null,
    rehearsal: rehearsal && withSentence(rehearsal, locale),
    ...(await (isRunning ? readReadinessDuringRun(dependencies) : readReadiness(dependencies))),
  }
}

async function requireBackup({ backups }: BackupsDependencies, id: string): Promise<StoredBackup> {
  const backup = await findStoredBackup(backups, id)
  if (backup === null) throw problem('not_found', 'backup_unknown')
  return backup
}

type NewRun = Pick<BackupRunRow, 'kind' | 'backup_id' | 'made_by' | 'created_at'>

/** Queues a run; null while another backup is made or verified. */
export async function queueRun(connection: Connection, run: NewRun): Promise<BackupRunRow | null> {
  const inserted = await insertRun(connection, { id: randomUUID(), ...run })
  if (inserted) await sendJob(connection, 'backups', inserted.id)
  return inserted
}

function otherRunUnfinished(): Problem {
  return problem('conflict', 'backup_running')
}

/**
 * Waits for the next second if a backup of this one exists: a backup is named after the second in which it
 * begins.
 */
async function waitForUnusedSecond({ backups }: BackupsDependencies, now: Date): Promise<Date> {
  let time = now
  while (existsSync(path.join(backups.backupDir, backupNameOf(time)))) {
    const remainingMs = 1_000 - time.getUTCMilliseconds()
    await wait(remainingMs)
    time = new Date(time.getTime() + remainingMs)
  }
  return time
}

export async function startBackup(
  dependencies: BackupsDependencies,
  administrator: Owner,
  now: Date,
): Promise<BackupRun> {
  requireReady(await readReadiness(dependencies))
  const created_at = await waitForUnusedSecond(dependencies, now)
  const backup_id = backupNameOf(created_at)
  return dependencies.database.transaction(async (connection) => {
    const run = await queueRun(connection, { kind: 'make', backup_id, made_by: 'administrator', created_at })
    if (run === null) throw otherRunUnfinished()
    await recordAction(connection, administrator, { action: 'backup.make', target_id: backup_id })
    return toRun(run)
  })
}

/** Queues a check of every file of a backup. */
async function startVerification(
  dependencies: BackupsDependencies,
  id: string,
  administrator: Owner,
  now: Date,
): Promise<BackupRun> {
  await requireBackup(dependencies, id)
  return dependencies.database.transaction(async (connection) => {
    const run = await queueRun(connection, { kind: 'verify', backup_id: id, made_by: null, created_at: now })
    if (run === null) throw otherRunUnfinished()
    await recordAction(connection, administrator, { action: 'backup.verify', target_id: id })
    return toRun(run)
  })
}

async function deleteBackup(
  dependencies: BackupsDependencies,
  id: string,
  administrator: Owner,
): Promise<z.infer<typeof Deleted>> {
  const backup = await requireBackup(dependencies, id)
  await dependencies.database.transaction(async (connection) => {
    const isInUse = (await selectUnfinishedRuns(connection)).some(({ backup_id }) => backup_id === id)
    if (isInUse) throw problem('conflict', 'backup_being_verified')
    await deleteRecords(connection, id)
    await recordAction(connection, administrator, { action: 'backup.delete', target_id: id })
  })
  await removeStoredBackup(backup)
  return { id, deleted: true }
}

/**
 * A browser downloads by URL and sends no token, so the URL contains a secret. It is valid for hours, so that
 * a slow download can be continued.
 */
async function createBackupLink(
  dependencies: BackupsDependencies,
  id: string,
  administrator: Owner,
  now: Date,
): Promise<BackupLink> {
  await requireBackup(dependencies, id)
  const ticket = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + backupLinkHours * hourMs)
  await dependencies.database.transaction(async (connection) => {
    await upsertLink(connection, { backup_id: id, ticket_hash: hashSecret(ticket), expires_at })
    await recordAction(connection, administrator, { action: 'backup.download', target_id: id })
  })
  return { url: `${apiBase}/backups/${ticket}`, expires_at: expires_at.toISOString() }
}

async function fetchBackup(dependencies: BackupsDependencies, ticket: string): Promise<RangedAttachment> {
  const link = await selectOptionalLink(dependencies.database, hashSecret(ticket), new Date())
  const backup = link && (await findStoredBackup(dependencies.backups, link.backup_id))
  if (!backup) throw problem('not_found', 'backup_link_expired')
  const { sizeBytes, etag, read } = await openArchive(
    backup.backupFolder,
    await readManifest(backup.backupFolder),
  )
  return { filename: `${backup.id}.tar`, size_bytes: sizeBytes, etag, read }
}
