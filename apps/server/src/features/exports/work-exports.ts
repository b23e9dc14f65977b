import { exportTimes } from '@penmark/contract'
import type { Logger } from 'pino'
import { newKey } from '../../outside/storage/storage.ts'
import { runAtInterval } from '../../interval.ts'
import { selectDocumentTotal, selectOptionalSubject } from './data-store.ts'
import { type ArchiveParts, makeArchive } from './make-archive.ts'
import { claimExport, deleteExport, type ExportRow, selectExpired, updateByRun } from './store.ts'

export interface ExportWorkParts extends ArchiveParts {
  logger: Logger
}

const dayMs = 24 * 60 * 60 * 1_000
export const exportWork = { lookEveryMs: 1_000, aliveEveryMs: 2_000, silentMs: 12_000, maximumRuns: 4 } as const

class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** Writes the archive under the row's key. */
async function store(parts: ExportWorkParts, row: ExportRow, key: string, signal: AbortSignal): Promise<void> {
  const { database, storage } = parts
  const now = new Date()
  const subject = await selectOptionalSubject(database, row.teacher_id)
  const documents_total = await selectDocumentTotal(database, row.teacher_id)
  if (subject === null || !(await updateByRun(database, row, { documents_total }))) throw new StoppedError()
  const content = makeArchive(parts, {
    teacher_id: row.teacher_id,
    subject,
    language: row.language,
    now,
    onDocument: async (documents_done) => {
      if (signal.aborted || !(await updateByRun(database, row, { documents_done, alive_at: new Date() }))) throw new StoppedError()
    },
  })
  const { sizeBytes } = await storage.put(key, content)
  const expires_at = new Date(Date.now() + exportTimes.keepDays * dayMs)
  const isKept = await updateByRun(database, row, { state: 'ready', size_bytes: sizeBytes, expires_at })
  // Erased or taken over while it was stored: no row names this file any more.
  if (!isKept) await storage.delete(key)
}

async function workOn(parts: ExportWorkParts, row: ExportRow, key: string, signal: AbortSignal): Promise<void> {
  const { database, logger } = parts
  if (row.runs > exportWork.maximumRuns) {
    await updateByRun(database, row, { state: 'failed' })
    return
  }
  const stopLife = runAtInterval(
    {
      name: 'The sign of life of an export',
      everyMs: exportWork.aliveEveryMs,
      task: () => updateByRun(database, row, { alive_at: new Date() }),
    },
    logger,
  )
  try {
    await store(parts, row, key, signal)
  } catch (error) {
    await stopLife()
    if (signal.aborted) await updateByRun(database, row, { state: 'waiting', runs: row.runs - 1 })
    else if (!(error instanceof StoppedError)) {
      logger.error({ err: error, export_id: row.id }, 'An export failed')
      await updateByRun(database, row, { state: row.runs < exportWork.maximumRuns ? 'waiting' : 'failed' })
    }
  } finally {
    await stopLife()
  }
}

/** Makes archives, one after the other, until none waits. Several processes may do so at once. */
export async function makeExports(parts: ExportWorkParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = new Date()
    const row = await claimExport(parts.database, newKey(), new Date(now.getTime() - exportWork.silentMs), now)
    if (row?.blob_key == null) return
    await workOn(parts, row, row.blob_key, signal)
  }
}

/** Erases archives whose time has come. The file goes first: without its row it could not be found. */
export async function expireExports({ database, storage }: Pick<ExportWorkParts, 'database' | 'storage'>, now: Date): Promise<number> {
  const expired = await selectExpired(database, now)
  for (const { id, teacher_id, blob_key } of expired) {
    if (blob_key !== null) await storage.delete(blob_key)
    await deleteExport(database, teacher_id, id)
  }
  return expired.length
}
