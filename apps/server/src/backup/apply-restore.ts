import { existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { acquireLock } from '../database/embedded/lock.ts'
import { syncFolder } from '../outside/disk/disk.ts'
import { databaseFolder, keptFolders } from './make-backup.ts'
import { placesOf, type RestorePlan, readPlan, restoreBackupsFolder, writeWhole } from './restore-folder.ts'
import { noteRestored } from './restored.ts'

/** The database comes last when folders are moved in: a data folder without it counts as unused. */
const folders = [...keptFolders, databaseFolder]

interface Work {
  dataDir: string
  plan: RestorePlan
}

const formerOf = ({ dataDir, plan }: Work) => path.join(dataDir, restoreBackupsFolder, plan.former)

/** Renames the folder if it is there. Within the data folder this takes no time and no room. */
async function move(from: string, to: string, name: string): Promise<void> {
  if (!existsSync(path.join(from, name))) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  await rename(path.join(from, name), path.join(to, name))
  await syncFolder(from)
  await syncFolder(to)
}

async function enter(work: Work, change: Partial<RestorePlan>): Promise<Work> {
  const plan = { ...work.plan, ...change }
  await writeWhole(placesOf(work.dataDir).plan, plan)
  return { ...work, plan }
}

async function moveOut(work: Work): Promise<Work> {
  const former = formerOf(work)
  for (const name of folders) await move(work.dataDir, former, name)
  await syncFolder(path.dirname(former))
  return enter(work, { phase: 'in', had: folders.filter((name) => existsSync(path.join(former, name))) })
}

async function moveIn(work: Work): Promise<Work> {
  const { staged } = placesOf(work.dataDir)
  for (const name of folders) await move(staged, work.dataDir, name)
  if (!existsSync(path.join(work.dataDir, databaseFolder))) throw new Error('The unpacked backup is gone.')
  await noteRestored(work.dataDir, work.plan.contents, new Date())
  return enter(work, { phase: 'trial' })
}

/** Puts the former folders back. What had been moved in is deleted at the end. */
async function moveBack(work: Work): Promise<void> {
  const { dataDir, plan } = work
  const { discarded } = placesOf(dataDir)
  for (const name of folders) {
    const isFormer = existsSync(path.join(formerOf(work), name))
    const isNew = plan.had !== null && !plan.had.includes(name)
    if (isFormer || isNew) await move(dataDir, discarded, name)
    await move(formerOf(work), dataDir, name)
  }
  await end(work)
}

/** The plan goes before what it needs, and after the outcome is noted. */
async function end({ dataDir, plan }: Work): Promise<void> {
  const { plan: planFile, staged, upload, discarded, outcome } = placesOf(dataDir)
  const { ticket_hash, name, size_bytes, contents, reason } = plan
  const ended_at = new Date().toISOString()
  await writeWhole(outcome, { ticket_hash, name, size_bytes, contents, reason, ended_at, is_recorded: reason !== null })
  // Never with anything in it.
  if (reason !== null) await rmdir(path.join(dataDir, restoreBackupsFolder, plan.former)).catch(() => undefined)
  await rm(planFile)
  for (const place of [staged, upload, discarded]) await rm(place, { recursive: true, force: true })
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function advance(work: Work, logger: Logger): Promise<void> {
  const { phase } = work.plan
  if (phase === 'trial') return
  if (phase === 'back') return moveBack(work)
  if (phase === 'out' && !existsSync(path.join(placesOf(work.dataDir).staged, databaseFolder))) {
    logger.error('The planned restore is cancelled: the unpacked backup is gone. The present data stays')
    return moveBack(await enter(work, { phase: 'back', reason: 'The unpacked backup is gone.' }))
  }
  let reached = work
  try {
    if (phase === 'out') reached = await moveOut(work)
    await moveIn(reached)
    logger.info({ made_at: work.plan.contents.made_at }, 'The data were replaced by a backup')
  } catch (error) {
    logger.error({ err: error }, 'The restore failed. The former data return')
    await moveBack(await enter(reached, { phase: 'back', reason: reasonOf(error) }))
  }
}

/**
 * Does what a restore in the browser has planned, before the embedded database is opened: the present folders are moved away, and the checked ones
 * in. A process that is killed at any point leaves a plan that the next start continues.
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
  if (plan?.phase === 'trial') await end({ dataDir, plan })
}

/** The restored database could not be opened: the former data return. False if there was no restore to undo. */
export async function undoRestore(dataDir: string, cause: unknown, logger: Logger): Promise<boolean> {
  const plan = await readPlan(dataDir)
  if (plan?.phase !== 'trial') return false
  logger.error({ err: cause }, 'The restored data could not be opened. The former data return')
  await moveBack(await enter({ dataDir, plan }, { phase: 'back', reason: reasonOf(cause) }))
  return true
}
