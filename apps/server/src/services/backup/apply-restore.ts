import { existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '../../lib/error-message.ts'
import { reason } from '../../locale/problems/reason.ts'
import { acquireLock } from '../database/embedded/lock.ts'
import { syncFolder } from '../system/system.ts'
import { fileFolders } from './backed-up-files.ts'
import { databaseFolder } from './make-backup.ts'
import {
  type RestorePlan,
  readPlan,
  restoreBackupsFolder,
  restorePaths,
  writeJsonAtomically,
  writeRestored,
} from './restore-folder.ts'

/** The database comes last when folders are moved in: a data folder without it counts as unused. */
const folders = [...fileFolders, databaseFolder]

interface Restore {
  dataDir: string
  plan: RestorePlan
}

const formerFolder = ({ dataDir, plan }: Restore) => path.join(dataDir, restoreBackupsFolder, plan.former)

/**
 * Moves the folder if it exists. Within the data folder this is a rename, which takes neither time nor space.
 */
async function moveFolder(from: string, to: string, name: string): Promise<void> {
  if (!existsSync(path.join(from, name))) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  await rename(path.join(from, name), path.join(to, name))
  await syncFolder(from)
  await syncFolder(to)
}

async function updatePlan(restore: Restore, change: Partial<RestorePlan>): Promise<Restore> {
  const plan = { ...restore.plan, ...change }
  await writeJsonAtomically(restorePaths(restore.dataDir).plan, plan)
  return { ...restore, plan }
}

async function moveOut(restore: Restore): Promise<Restore> {
  const former = formerFolder(restore)
  for (const name of folders) await moveFolder(restore.dataDir, former, name)
  await syncFolder(path.dirname(former))
  return updatePlan(restore, {
    phase: 'move-in',
    former_folders: folders.filter((name) => existsSync(path.join(former, name))),
  })
}

async function moveIn(restore: Restore): Promise<Restore> {
  const { staged } = restorePaths(restore.dataDir)
  for (const name of folders) await moveFolder(staged, restore.dataDir, name)
  if (!existsSync(path.join(restore.dataDir, databaseFolder))) throw new Error('The unpacked backup is gone.')
  await writeRestored(restore.dataDir, restore.plan.contents, new Date())
  return updatePlan(restore, { phase: 'trial' })
}

/** Puts the former folders back. What had been moved in is deleted at the end. */
async function moveBack(restore: Restore): Promise<void> {
  const { dataDir, plan } = restore
  const { discarded } = restorePaths(dataDir)
  for (const name of folders) {
    const isFormer = existsSync(path.join(formerFolder(restore), name))
    const isNew = plan.former_folders !== null && !plan.former_folders.includes(name)
    if (isFormer || isNew) await moveFolder(dataDir, discarded, name)
    await moveFolder(formerFolder(restore), dataDir, name)
  }
  await finish(restore)
}

/** Writes the outcome, then removes the plan, then the files that only the plan needs. */
async function finish({ dataDir, plan }: Restore): Promise<void> {
  const { plan: planFile, staged, upload, discarded, outcome } = restorePaths(dataDir)
  const { ticket_hash, name, size_bytes, contents, reason } = plan
  const ended_at = new Date().toISOString()
  await writeJsonAtomically(outcome, {
    ticket_hash,
    name,
    size_bytes,
    contents,
    reason,
    ended_at,
    is_recorded: reason !== null,
  })
  // Removed only if it is empty.
  if (reason !== null)
    await rmdir(path.join(dataDir, restoreBackupsFolder, plan.former)).catch(() => undefined)
  await rm(planFile)
  for (const leftover of [staged, upload, discarded]) await rm(leftover, { recursive: true, force: true })
}

const reasonOf = (error: unknown) => reason('verbatim', { text: messageOf(error) })

async function advance(restore: Restore, logger: Logger): Promise<void> {
  const { phase } = restore.plan
  if (phase === 'trial') return
  if (phase === 'move-back') return moveBack(restore)
  if (phase === 'move-out' && !existsSync(path.join(restorePaths(restore.dataDir).staged, databaseFolder))) {
    logger.error('The planned restore is cancelled: the unpacked backup is gone. The present data stays')
    return moveBack(await updatePlan(restore, { phase: 'move-back', reason: reason('restore_lost_staged') }))
  }
  let current = restore
  try {
    if (phase === 'move-out') current = await moveOut(restore)
    await moveIn(current)
    logger.info({ made_at: restore.plan.contents.made_at }, 'The data were replaced by a backup')
  } catch (error) {
    logger.error({ err: error }, 'The restore failed. The former data return')
    await moveBack(await updatePlan(current, { phase: 'move-back', reason: reasonOf(error) }))
  }
}

/**
 * Applies a restore that was planned in the browser, before the embedded database is opened: moves the
 * present folders away and the checked ones in. If the process is killed at any point, the next start
 * continues with the plan.
 */
export async function applyPlannedRestore(dataDir: string, logger: Logger): Promise<void> {
  if ((await readPlan(dataDir)) === null) return
  const release = await acquireLock(path.resolve(dataDir, `${databaseFolder}.lock`))
  try {
    const plan = await readPlan(dataDir)
    if (plan !== null) await advance({ dataDir, plan }, logger)
  } finally {
    release()
  }
}

/** The restored database was opened and migrated: the restore is done. */
export async function confirmRestore(dataDir: string): Promise<void> {
  const plan = await readPlan(dataDir)
  if (plan?.phase === 'trial') await finish({ dataDir, plan })
}

/**
 * The restored database could not be opened: the former data return. False if there was no restore to undo.
 */
export async function undoRestore(dataDir: string, cause: unknown, logger: Logger): Promise<boolean> {
  const plan = await readPlan(dataDir)
  if (plan?.phase !== 'trial') return false
  logger.error({ err: cause }, 'The restored data could not be opened. The former data return')
  await moveBack(await updatePlan({ dataDir, plan }, { phase: 'move-back', reason: reasonOf(cause) }))
  return true
}
