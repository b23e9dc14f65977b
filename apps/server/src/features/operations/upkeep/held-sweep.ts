import type { InstallationWarning, StorageUse } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { sendJobNow } from '../../../services/queue/send-job.ts'
import { sweepJob } from './sweep-files.ts'
import { selectSweep, updateAgreed, updateRestored } from './sweep-store.ts'

/** Why the last sweep removed nothing; null if it was not held. */
export async function readHeldSweep(connection: Connection): Promise<StorageUse['sweep']> {
  const { held, held_since, held_files, held_of } = await selectSweep(connection)
  if (held === null || held_since === null) return null
  return { held, held_since: held_since.toISOString(), files: held_files, of: held_of }
}

/** A backup was restored at this moment: sweeps are held until an administrator agrees. */
export function recordRestored(database: Database, restored_at: Date): Promise<void> {
  return updateRestored(database, restored_at)
}

/** Shown on the administrators' front page. */
export async function sweepWarnings(database: Database): Promise<InstallationWarning[]> {
  if ((await readHeldSweep(database)) === null) return []
  return [
    {
      code: 'sweep-held',
      detail: 'Stored files without a document were not removed. An administrator decides under Operations.',
    },
  ]
}

/** Allows as many files as the administrator saw, and lets the sweep run. */
export async function allowSweep(
  database: Database,
  files: number,
  administrator: Owner,
): Promise<{ files: number }> {
  await database.transaction(async (connection) => {
    if ((await readHeldSweep(connection))?.files !== files) {
      throw problem('conflict', 'held_files_changed')
    }
    await updateAgreed(connection, files)
    await sendJobNow(connection, 'scheduled-jobs', sweepJob, sweepJob)
    await recordAction(connection, administrator, {
      action: 'files.sweep',
      target_id: sweepJob,
      details: { files },
    })
  })
  return { files }
}
