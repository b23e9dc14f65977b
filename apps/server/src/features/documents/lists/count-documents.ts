import type { DashboardStats } from '@penmark/contract'
import type { Database } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { selectCounts, selectDeletedCounts, selectFlaggedCount, selectPendingCount } from './count-store.ts'

export async function countDocuments(database: Database, { teacher_id }: Caller): Promise<DashboardStats> {
  const { all, completed, scored, thousandths } = await selectCounts(database, teacher_id)
  const deleted = await selectDeletedCounts(database, teacher_id)
  return {
    current_documents: all,
    deleted_documents: deleted.all,
    total_processed_documents: completed + deleted.completed,
    avgScore: scored === 0 ? null : Math.round(thousandths / scored) / 1_000,
    pending: await selectPendingCount(database, teacher_id),
    flaggedRecent: await selectFlaggedCount(database, teacher_id, new Date()),
  }
}
