import { type Overview, overviewRoutes, pollEveryMs } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call, takeAnswer } from '../../../lib/call/call.ts'

/** The documents of a class, of a student or of an upload, or without any of these all. */
export interface OverviewTarget {
  class_group_id?: string
  student_id?: string
  batch_id?: string
}

const isUnfinished = ({ progress, is_comparing }: Overview) => progress !== null || is_comparing

/** What every list and figure of documents is kept below. */
export const documentsKey = ['documents'] as const

/**
 * Below the documents' key, so that every change of a document refreshes it. Polled while documents are read
 * or compared.
 */
export function useOverview(target: OverviewTarget) {
  return useQuery({
    queryKey: [...documentsKey, 'overview', target],
    queryFn: ({ signal }) => call(overviewRoutes.readOverview, target, { signal }),
    initialData: () => takeAnswer(overviewRoutes.readOverview, target),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? pollEveryMs.documents : false),
  })
}
