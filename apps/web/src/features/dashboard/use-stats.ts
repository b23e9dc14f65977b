import { type DashboardStats, routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** Under the documents' key, so that whatever changes a document refreshes the counters too. */
const key = ['documents', 'stats'] as const

const noStats: DashboardStats = {
  current_documents: 0,
  deleted_documents: 0,
  total_processed_documents: 0,
  avgScore: 0,
  pending: 0,
  flaggedRecent: 0,
}

/** Counters of the dashboard, all 0 until the server has told them. */
export function useStats(pollEveryMs: number | false) {
  return useQuery<DashboardStats>({
    queryKey: key,
    queryFn: ({ signal }) => call(routes.readStats, {}, { signal }),
    refetchInterval: pollEveryMs,
    placeholderData: noStats,
  })
}
