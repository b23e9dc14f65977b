import { type DashboardStats, routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** Under the documents' key, so that whatever changes a document refreshes the counters too. */
const key = ['documents', 'stats'] as const

/** Counters of the dashboard. */
export function useStats(pollEveryMs: number | false) {
  return useQuery<DashboardStats>({
    queryKey: key,
    queryFn: ({ signal }) => call(routes.readStats, {}, { signal }),
    refetchInterval: pollEveryMs,
  })
}
