import { type DocumentFilter, type DocumentSort, Problem, routes } from '@penmark/contract'
import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/call/call.ts'
import { documentKeys, type Pages, pollPagesEvery } from '../queries.ts'
import { isInProgress } from '../status.ts'
import { pageSize } from './first-page.ts'

/** Which documents are listed, and in which order. */
export interface Listing {
  filter: DocumentFilter
  sort: DocumentSort
  order: 'asc' | 'desc'
}

/**
 * A page that a silent look need not read again: it follows the same document as before and nothing in it is in progress. The first page is
 * always read, because new documents come in there.
 */
function unchanged(queryClient: QueryClient, queryKey: readonly unknown[], before: string | null) {
  if (before === null || queryClient.getQueryState(queryKey)?.isInvalidated) return null
  const kept = queryClient.getQueryData<Pages>(queryKey)
  const page = kept?.pages[kept.pageParams.indexOf(before)]
  return page?.some(({ status }) => isInProgress(status)) ? null : (page ?? null)
}

/** The documents of a listing as far as they were read, more of them on demand, and how many there are in all. */
export function useDocumentPages({ filter, sort, order }: Listing) {
  const queryClient = useQueryClient()
  const queryKey = useMemo(() => [...documentKeys.pages, { ...filter, sort, order }], [filter, sort, order])
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: before, signal }) => {
      const kept = unchanged(queryClient, queryKey, before)
      if (kept) return kept
      try {
        return await call(
          routes.listDocuments,
          { ...filter, sort, order, limit: pageSize, ...(before === null ? {} : { before }) },
          { signal },
        )
      } catch (thrown) {
        if (before === null || !(thrown instanceof Problem) || thrown.code !== 'not_found') throw thrown
        // The document that this page follows is gone. Everything is read again from the top.
        queueMicrotask(() => void queryClient.invalidateQueries({ queryKey }))
        return []
      }
    },
    getNextPageParam: (last) => (last.length < pageSize ? null : last.at(-1)?.id),
    refetchInterval: ({ state }) => pollPagesEvery(state.data?.pages),
    placeholderData: keepPreviousData,
  })
  const count = useQuery({
    queryKey: [...documentKeys.count, filter],
    queryFn: ({ signal }) => call(routes.countDocuments, filter, { signal }),
    placeholderData: keepPreviousData,
  })
  // Whether it is fetching is asked when it matters: a screen that follows it is drawn twice more for each page.
  const { data, hasNextPage, dataUpdatedAt, errorUpdatedAt, fetchNextPage } = list
  const documents = useMemo(() => data?.pages.flat(), [data])
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  const askedAfter = useRef<number>(null)
  // Another function after each answer: whoever is near the end asks again then, and once.
  const loadMore = useCallback(() => {
    if (!hasNextPage || askedAfter.current === answeredAt || queryClient.isFetching({ queryKey, exact: true }) > 0) return
    askedAfter.current = answeredAt
    void fetchNextPage()
  }, [queryClient, queryKey, fetchNextPage, hasNextPage, answeredAt])
  const current = useRef(queryKey)
  useEffect(() => {
    current.current = queryKey
  }, [queryKey])
  /** Reads every page that is left. Null where one cannot be read, or another listing is asked for meanwhile. */
  const readAll = useCallback(async () => {
    let pages = queryClient.getQueryData<Pages>(queryKey)?.pages
    for (let more = hasNextPage; more; ) {
      const next = await fetchNextPage()
      if (next.isError || current.current !== queryKey) return null
      pages = next.data?.pages
      more = next.hasNextPage
    }
    return pages?.flat() ?? null
  }, [queryClient, queryKey, fetchNextPage, hasNextPage])
  const refetch = useCallback(
    () => Promise.all([queryClient.invalidateQueries({ queryKey }), queryClient.invalidateQueries({ queryKey: documentKeys.count })]),
    [queryClient, queryKey],
  )
  return {
    documents,
    /** Documents that the filter finds, read or not; null while unknown. */
    total: count.data?.total ?? null,
    /** Names what was read: another name, and documents that were not there before are not new. */
    name: `${JSON.stringify(queryKey)} ${data?.pages.length ?? 0}`,
    loading: list.isPending,
    /** What is shown belongs to the listing before. */
    searching: list.isPlaceholderData,
    error: list.isError && !data ? list.error : null,
    more: hasNextPage,
    loadMore,
    readAll,
    refetch,
  }
}
