import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/record-action.ts'
import { selectIsShared, updateIsShared } from './store.ts'

export function isBaselineShared(connection: Connection): Promise<boolean> {
  return selectIsShared(connection)
}

/** Lets reports compare with the texts of the whole installation, as counts alone, or ends that. Repeating changes nothing. */
export async function shareBaseline(database: Database, is_shared: boolean, administrator: Owner): Promise<void> {
  await database.transaction(async (connection) => {
    if (!(await updateIsShared(connection, is_shared, new Date()))) return
    await recordAction(connection, administrator, {
      action: is_shared ? 'school-baseline.switch-on' : 'school-baseline.switch-off',
      target_id: 'school-baseline',
    })
  })
}
