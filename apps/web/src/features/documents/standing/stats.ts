import { type DashboardStats, noFigures, pollEveryMs, teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, takeAnswer } from '../../../lib/call/call.ts'

/** Below the documents' key, so that every change of a document refreshes the counters too. */
const key = ['documents', 'stats'] as const

const noStats: DashboardStats = {
  current_documents: 0,
  deleted_documents: 0,
  total_processed_documents: 0,
  avgScore: 0,
  pending: 0,
  flaggedRecent: 0,
  flaggedRecentClosed: 0,
  figures: noFigures,
}

/**
 * The teacher's counters, all 0 until loaded. They are polled while `running`, once more when that ends,
 * and while they count documents in progress themselves: there may be more than the screen lists.
 */
export function useStats({ running }: { running: boolean }) {
  const stats = useQuery<DashboardStats>({
    queryKey: key,
    queryFn: ({ signal }) => call(teacherRoutes.readStats, {}, { signal }),
    refetchInterval: ({ state }) =>
      running || (state.data?.pending ?? 0) > 0 ? pollEveryMs.dashboard : false,
    placeholderData: noStats,
    initialData: () => takeAnswer(teacherRoutes.readStats, {}),
  })
  const { refetch } = stats
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !running) void refetch()
    wasRunning.current = running
  }, [running, refetch])
  return stats
}
