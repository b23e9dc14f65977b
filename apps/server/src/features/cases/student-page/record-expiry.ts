import type { Database } from '../../../database/database.ts'
import { recordEvent } from '../../audit/record-action.ts'
import { updateExpired } from './store.ts'

const linksAtOnce = 100

/** The regular run: tells the audit log which links ended unanswered. Each is told once, and again if it is extended and ends again. */
export async function recordExpiredLinks(database: Database, now: Date): Promise<void> {
  for (;;) {
    const recorded = await database.transaction(async (connection) => {
      const ended = await updateExpired(connection, now, linksAtOnce)
      for (const { case_id, teacher_id } of ended)
        await recordEvent(connection, { action: 'case-link.expire', target_id: case_id, teacher_id })
      return ended.length
    })
    if (recorded < linksAtOnce) return
  }
}
