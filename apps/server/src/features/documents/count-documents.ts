import type { DashboardStats } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { selectCounts } from './store.ts'

export async function countDocuments(database: Database, caller: Caller): Promise<DashboardStats> {
  const { current, deleted } = await selectCounts(database, caller.teacher_id, new Date())
  return {
    current_documents: current.all,
    deleted_documents: deleted.all,
    total_processed_documents: current.completed + deleted.completed,
    avgScore: current.averageScore === null ? null : Math.round(current.averageScore * 1_000) / 1_000,
    pending: current.pending,
    flaggedRecent: current.flagged,
  }
}
