import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { dayMs } from '../../../lib/durations.ts'
import type { Database } from '../../../services/database/database.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { isOneInstallation } from '../installation/installation-id.ts'
import { fileRows } from './file-rows.ts'
import { type HeldReason, selectSweep, updateHeld, updateSwept } from './sweep-store.ts'

export interface SweepParts {
  database: Database
  storage: Storage
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Name of the scheduled job. */
export const sweepJob = 'sweep-files'

/** How long swept files can still be brought back. */
export const keptDays = 7
/**
 * What one sweep removes without an administrator's word: uploads and deletions that died leave a few files,
 * a wrong database all of them.
 */
export const unaskedFiles = 5
const unaskedShare = 0.02

const comparedAtOnce = 500
const movedAtOnce = 16

interface Found {
  total: number
  orphans: string[]
}

/** Files without a row, among those stored before a moment. */
async function findOrphans({ database, storage }: SweepParts, before: Date): Promise<Found> {
  const found: Found = { total: 0, orphans: [] }
  const compare = async (keys: string[]) => {
    const known = await fileRows.listKnown(database, keys)
    found.total += keys.length
    found.orphans.push(...keys.filter((key) => !known.has(key)))
  }
  let keys: string[] = []
  for await (const key of storage.list(before)) {
    keys.push(key)
    if (keys.length < comparedAtOnce) continue
    await compare(keys)
    keys = []
  }
  await compare(keys)
  return found
}

/** Why these files must not be removed without an administrator's word; null if they may. */
async function reasonToHold({ database }: SweepParts, { total, orphans }: Found): Promise<HeldReason | null> {
  const { agreed_files, restored_at, restore_agreed_at } = await selectSweep(database)
  const count = orphans.length
  if (count === 0 || count <= (agreed_files ?? 0)) return null
  if (restored_at !== null && (restore_agreed_at === null || restore_agreed_at < restored_at))
    return 'restore'
  return count > Math.max(unaskedFiles, total * unaskedShare) ? 'share' : null
}

/** False, and a line in the log, unless files and database carry one id. */
async function mayTouch({ database, storage, logger }: SweepParts): Promise<boolean> {
  if (await isOneInstallation(database, storage)) return true
  await updateHeld(database, { held: 'installation', held_files: null, held_of: null }, new Date())
  logger.error(
    'Files and database are not of one installation. Nothing was swept. The next start says which ones they are',
  )
  return false
}

/**
 * Sets aside files without a row: from an upload that died before its row, or a deletion that died after it.
 * They can be brought back for some days. Partial files are deleted. Age is measured by the storage's clock:
 * a process whose clock runs ahead would take the files of uploads in progress. Returns the number of files
 * set aside.
 */
export async function sweepFiles(parts: SweepParts, olderThanMs: number): Promise<number> {
  const { database, storage, logger } = parts
  if (!(await mayTouch(parts))) return 0
  const now = await storage.now()
  const before = new Date(now.getTime() - olderThanMs)
  const found = await findOrphans(parts, before)
  const [files, of] = [found.orphans.length, found.total]
  const held = await reasonToHold(parts, found)
  if (held !== null) {
    await updateHeld(database, { held, held_files: files, held_of: of }, new Date())
    logger.warn(
      { files, of, held },
      'Files without a document were not swept. An administrator decides, under Operations',
    )
    return 0
  }
  // Looking through many files takes long, and somebody may have exchanged them meanwhile.
  if (!(await mayTouch(parts))) return 0
  // A file that cannot be moved must not keep all others where they are, at this sweep and every later one.
  const failures: unknown[] = []
  const setAside = (key: string) => () =>
    storage.setAside(key, now).catch((error: unknown) => failures.push(error))
  await new PQueue({ concurrency: movedAtOnce }).addAll(found.orphans.map(setAside))
  if (failures.length > 0)
    logger.warn(
      { err: failures[0], files: failures.length },
      'Files without a document could not be set aside. The next sweep tries again',
    )
  const deleted = await storage.deleteSetAside(new Date(now.getTime() - keptDays * dayMs))
  await storage.sweepUnfinished(before)
  await updateSwept(database)
  const moved = files - failures.length
  logger.info({ files: moved, of, deleted_after_days: deleted }, 'Files without a document were set aside')
  return moved
}
