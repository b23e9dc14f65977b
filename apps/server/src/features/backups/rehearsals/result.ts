import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type InstallationWarning, RestoreRehearsal } from '@penmark/contract'
import { writeJsonAtomically } from '../../../backup/restore-folder.ts'

/** With the backups, which all processes reach: not in the database, which the command cannot open while the product runs. */
const resultFile = (backupDir: string) => path.join(backupDir, 'rehearsal.json')

/** Null before the first rehearsal, and if its result cannot be read. */
export async function readRehearsal(backupDir: string): Promise<RestoreRehearsal | null> {
  try {
    return RestoreRehearsal.parse(JSON.parse(await readFile(resultFile(backupDir), 'utf8')))
  } catch {
    return null
  }
}

export const writeRehearsal = (backupDir: string, rehearsal: RestoreRehearsal) => writeJsonAtomically(resultFile(backupDir), rehearsal)

/** Shown on the administrators' front page, and named by the health checks. */
export async function rehearsalWarnings(backupDir: string): Promise<InstallationWarning[]> {
  const reason = (await readRehearsal(backupDir))?.status_reason ?? null
  return reason === null ? [] : [{ code: 'restore-rehearsal-failed', detail: reason }]
}
