import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { deliverCaseEvent } from '../webhooks/deliver.ts'
import { erasedIfUnchangedSince } from './rules.ts'
import { deleteCases, selectCasePolicy, selectUnchangedSinceForUpdate } from './store.ts'

const casesAtOnce = 100

/** The daily run: erases cases whose retention has ended, with everything that belongs to them. */
export async function eraseOldCases({ database, logger }: { database: Database; logger: Logger }, now: Date): Promise<void> {
  const before = erasedIfUnchangedSince(await selectCasePolicy(database), now)
  if (before === null) return
  let erased = 0
  for (;;) {
    const count = await database.transaction(async (connection) => {
      const rows = await selectUnchangedSinceForUpdate(connection, before, casesAtOnce)
      if (rows.length === 0) return 0
      const ids = rows.map(({ id }) => id)
      await deleteCases(connection, ids)
      for (const { id: case_id, teacher_id, student_id, class_group_id } of rows)
        await deliverCaseEvent(connection, { event: 'case.deleted', case_id, teacher_id, student_id, class_group_id, now })
      return rows.length
    })
    erased += count
    if (count < casesAtOnce) break
  }
  if (erased > 0) logger.info({ cases: erased }, 'Erased cases whose time had come')
}
