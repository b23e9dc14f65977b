import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { InstallationWarning } from '@penmark/contract'
import { z } from 'zod'
import { sentenceOf } from '../../../locale/problems/reason.ts'
import { StoredReason, writeJsonAtomically } from '../../../services/backup/restore-folder.ts'

/** How a rehearsal ended. Earlier versions stored the sentence of a failure. */
const Rehearsal = z.preprocess(
  (stored) =>
    typeof stored === 'object' && stored !== null && 'status_reason' in stored
      ? { ...stored, failure: stored.status_reason }
      : stored,
  z.object({
    backup_id: z.string(),
    backup_made_at: z.iso.datetime(),
    rehearsed_at: z.iso.datetime(),
    documents: z.int(),
    files: z.int(),
    opened: z.int(),
    failure: StoredReason.nullable(),
  }),
)
export type Rehearsal = z.infer<typeof Rehearsal>

/**
 * With the backups, which all processes reach: not in the database, which the command cannot open while the
 * product runs.
 */
const resultFile = (backupDir: string) => path.join(backupDir, 'rehearsal.json')

/** Null before the first rehearsal, and if its result cannot be read. */
export async function readRehearsal(backupDir: string): Promise<Rehearsal | null> {
  try {
    return Rehearsal.parse(JSON.parse(await readFile(resultFile(backupDir), 'utf8')))
  } catch {
    return null
  }
}

export const writeRehearsal = (backupDir: string, rehearsal: Rehearsal) =>
  writeJsonAtomically(resultFile(backupDir), rehearsal)

/** Shown on the administrators' front page, and named by the health checks. */
export async function rehearsalWarnings(backupDir: string): Promise<InstallationWarning[]> {
  const failure = (await readRehearsal(backupDir))?.failure ?? null
  return failure === null ? [] : [{ code: 'restore-rehearsal-failed', detail: sentenceOf(failure) }]
}
