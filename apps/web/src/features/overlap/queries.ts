import { type Comparison, overlapLists, overlapRoutes } from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

const keys = {
  of: (classId: string) => ['comparisons', classId],
  pairs: (id: string) => ['comparisons', 'pairs', id],
  pair: (id: string) => ['comparisons', 'pair', id],
} as const
const pollEveryMs = 1_000

export const isUnderway = ({ state }: Comparison) => state === 'waiting' || state === 'comparing'

/** The comparison of a class, polled while it runs; null where there is none. */
export function useComparison(classId: string) {
  return useQuery({
    queryKey: keys.of(classId),
    queryFn: async ({ signal }) => (await call(overlapRoutes.listComparisons, { class_group_id: classId }, { signal }))[0] ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderway(state.data) ? pollEveryMs : false),
  })
}

export function useStartComparison(classId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (assignment_text: string) => call(overlapRoutes.startComparison, { class_group_id: classId, assignment_text }),
    onSuccess: (comparison) => queryClient.setQueryData(keys.of(classId), comparison),
  })
}

export function useStopComparison(classId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(overlapRoutes.deleteComparison, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.of(classId) }),
  })
}

/** The pairs of a finished comparison, the largest share first, page by page. */
export function usePairs(id: string) {
  return useInfiniteQuery({
    queryKey: keys.pairs(id),
    queryFn: ({ pageParam, signal }) => call(overlapRoutes.listPairs, { id, offset: pageParam, limit: overlapLists.usual }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < overlapLists.usual ? undefined : pages.length * overlapLists.usual),
  })
}

export function usePair(id: string) {
  return useQuery({ queryKey: keys.pair(id), queryFn: ({ signal }) => call(overlapRoutes.readPair, { id }, { signal }) })
}
