import { type Comparison, overlapLists, overlapRoutes } from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** What is compared: the documents of a class, or those of an upload. */
export type Compared = { class_group_id: string } | { batch_id: string }

export function sharedPassagesAddress(compared: Compared): string {
  return 'class_group_id' in compared
    ? `/classes/${encodeURIComponent(compared.class_group_id)}/shared-passages`
    : `/uploads/${encodeURIComponent(compared.batch_id)}/shared-passages`
}

/** Where a document is read side by side with one of another class or year. */
export function earlierPairAddress(documentId: string, pairId: string): string {
  return `/documents/${encodeURIComponent(documentId)}/shared-passages/${encodeURIComponent(pairId)}`
}

export function pairAddress(compared: Compared, pairId: string): string {
  return `${sharedPassagesAddress(compared)}/${encodeURIComponent(pairId)}`
}

const keys = {
  of: (compared: Compared) => ['comparisons', compared],
  pairs: (id: string) => ['comparisons', 'pairs', id],
  pair: (id: string) => ['comparisons', 'pair', id],
  document: (id: string) => ['comparisons', 'document', id],
  earlier: (id: string) => ['comparisons', 'earlier', id],
} as const
const pollEveryMs = 1_000
const earlierPollEveryMs = 3_000

export const isUnderway = ({ state }: Comparison) => state === 'waiting' || state === 'comparing'

/** The last comparison of these documents, polled while it runs; null if there is none. */
export function useComparison(compared: Compared) {
  return useQuery({
    queryKey: keys.of(compared),
    queryFn: async ({ signal }) =>
      (await call(overlapRoutes.listComparisons, compared, { signal }))[0] ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderway(state.data) ? pollEveryMs : false),
  })
}

export function useStartComparison(compared: Compared) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (assignment_text: string) =>
      call(overlapRoutes.startComparison, { ...compared, assignment_text }),
    onSuccess: (comparison) => queryClient.setQueryData(keys.of(compared), comparison),
  })
}

export function useStopComparison(compared: Compared) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(overlapRoutes.deleteComparison, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.of(compared) }),
  })
}

/** The pairs of a finished comparison, the largest share first, page by page. */
export function usePairs(id: string) {
  return useInfiniteQuery({
    queryKey: keys.pairs(id),
    queryFn: ({ pageParam, signal }) =>
      call(overlapRoutes.listPairs, { id, offset: pageParam, limit: overlapLists.usual }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < overlapLists.usual ? undefined : pages.length * overlapLists.usual,
  })
}

export function usePair(id: string) {
  return useQuery({
    queryKey: keys.pair(id),
    queryFn: ({ signal }) => call(overlapRoutes.readPair, { id }, { signal }),
  })
}

/**
 * What a document shares with others in the last comparison. Loaded again with each visit, since a comparison
 * may have ended meanwhile.
 */
export function useDocumentOverlap(id: string) {
  return useQuery({
    queryKey: keys.document(id),
    queryFn: ({ signal }) => call(overlapRoutes.readDocumentOverlap, { id }, { signal }),
    staleTime: 0,
  })
}

/** What a document shares with everything else of its teacher, polled until it is known. */
export function useEarlierOverlap(id: string) {
  return useQuery({
    queryKey: keys.earlier(id),
    queryFn: ({ signal }) => call(overlapRoutes.readEarlierOverlap, { id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? earlierPollEveryMs : false),
  })
}
