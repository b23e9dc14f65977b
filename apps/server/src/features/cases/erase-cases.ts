import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import { deliverCaseEvent } from '../webhooks/deliver.ts'
import { erasedIfUnchangedSince } from './rules.ts'
import { deleteCases, selectCasePolicy, selectUnchangedSinceForUpdate } from './store.ts'

const casesAtOnce = 100

interface EraseDependencies {
  database: Database
  storage: Pick<Storage, 'delete'>
  logger: Logger
}

/** The daily run: erases cases whose retention has ended, with everything that belongs to them. */
export async function eraseOldCases({ database, storage, logger }: EraseDependencies, now: Date): Promise<void> {
  const before = erasedIfUnchangedSince(await selectCasePolicy(database), now)
  if (before === null) return
  let erased = 0
  for (;;) {
    const { count, files } = await database.transaction(async (connection) => {
      const rows = await selectUnchangedSinceForUpdate(connection, before, casesAtOnce)
      if (rows.length === 0) return { count: 0, files: [] }
      const ids = rows.map(({ id }) => id)
      const files = await deleteCases(connection, ids)
      for (const { id: case_id, teacher_id, student_id, class_group_id } of rows)
        await deliverCaseEvent(connection, { event: 'case.deleted', case_id, teacher_id, student_id, class_group_id, now })
      return { count: rows.length, files }
    })
    // What cannot be deleted now is left to the sweep of files without a row.
    await Promise.allSettled(files.map((key) => storage.delete(key)))
    erased += count
    if (count < casesAtOnce) break
  }
  if (erased > 0) logger.info({ cases: erased }, 'Erased cases whose time had come')
}
