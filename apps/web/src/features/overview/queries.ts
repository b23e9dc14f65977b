import { type Overview, overviewRoutes, pollEveryMs } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call, takeAnswer } from '../../lib/call/call.ts'

/** The documents of a class, those of an upload, or without either those of the last days. */
export interface OverviewTarget {
  class_group_id?: string
  batch_id?: string
}

const isUnfinished = ({ pending, is_comparing }: Overview) => pending > 0 || is_comparing

/**
 * Below the documents' key, so that every change of a document refreshes it. Polled while documents are read
 * or compared.
 */
export function useOverview(target: OverviewTarget) {
  return useQuery({
    queryKey: ['documents', 'overview', target],
    queryFn: ({ signal }) => call(overviewRoutes.readOverview, target, { signal }),
    initialData: () => takeAnswer(overviewRoutes.readOverview, target),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? pollEveryMs.documents : false),
  })
}
