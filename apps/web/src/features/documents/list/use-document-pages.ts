import { type DocumentFilter, type DocumentSort, Problem, teacherRoutes } from '@penmark/contract'
import { keepPreviousData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call, takeAnswer } from '../../../lib/call/call.ts'
import { firstPageSize, pageSize } from '../first-page.ts'
import { documentKeys, type Pages, pollPagesEvery, useDocumentCount } from '../queries.ts'
import { isInProgress } from '../status.ts'

/** Which documents are listed, and in which order. */
export interface Listing {
  filter: DocumentFilter
  sort: DocumentSort
  order: 'asc' | 'desc'
}

/**
 * Whether a background refresh can skip a page: it follows the same document as before and nothing on it is
 * in progress. The first page is always fetched, because new documents appear there.
 */
function unchangedPage(queryClient: QueryClient, queryKey: readonly unknown[], before: string | null) {
  if (before === null || queryClient.getQueryState(queryKey)?.isInvalidated) return null
  const cached = queryClient.getQueryData<Pages>(queryKey)
  const page = cached?.pages[cached.pageParams.indexOf(before)]
  return page?.some(({ status }) => isInProgress(status)) ? null : (page ?? null)
}

const sizeOfPage = (before: string | null) => (before === null ? firstPageSize : pageSize)

/** The loaded documents of a listing, more on demand, and the total. */
export function useDocumentPages({ filter, sort, order }: Listing) {
  const queryClient = useQueryClient()
  const queryKey = useMemo(() => [...documentKeys.pages, { ...filter, sort, order }], [filter, sort, order])
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: before, signal }) => {
      const cached = unchangedPage(queryClient, queryKey, before)
      if (cached) return cached
      try {
        return await call(
          teacherRoutes.listDocuments,
          { ...filter, sort, order, limit: sizeOfPage(before), ...(before === null ? {} : { before }) },
          { signal },
        )
      } catch (thrown) {
        if (before === null || !(thrown instanceof Problem) || thrown.code !== 'not_found') throw thrown
        // The document that this page follows is gone, so reload everything from the top.
        queueMicrotask(() => void queryClient.invalidateQueries({ queryKey }))
        return []
      }
    },
    getNextPageParam: (last, _pages, before) => (last.length < sizeOfPage(before) ? null : last.at(-1)?.id),
    refetchInterval: ({ state }) => pollPagesEvery(state.data?.pages),
    placeholderData: keepPreviousData,
    initialData: () => {
      const first = takeAnswer(teacherRoutes.listDocuments, { ...filter, sort, order, limit: firstPageSize })
      return first && { pages: [first], pageParams: [null] }
    },
  })
  const total = useDocumentCount(filter)
  // Read on demand: subscribing to the fetch status would render the screen twice more for each page.
  const { data, hasNextPage, dataUpdatedAt, errorUpdatedAt, fetchNextPage } = list
  const documents = useMemo(() => data?.pages.flat(), [data])
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  const requestedAfter = useRef<number>(null)
  // A new function after each response, so that a table near its end asks again, once.
  const loadMore = useCallback(() => {
    if (
      !hasNextPage ||
      requestedAfter.current === answeredAt ||
      queryClient.isFetching({ queryKey, exact: true }) > 0
    )
      return
    requestedAfter.current = answeredAt
    void fetchNextPage()
  }, [queryClient, queryKey, fetchNextPage, hasNextPage, answeredAt])
  const current = useRef(queryKey)
  useEffect(() => {
    current.current = queryKey
  }, [queryKey])
  /** Loads all remaining pages. Null if one fails, or if the listing changes meanwhile. */
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
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: documentKeys.count }),
      ]),
    [queryClient, queryKey],
  )
  return {
    documents,
    /** Number of matching documents, loaded or not; null while unknown. */
    total: total ?? null,
    /** Identifies what was loaded. When it changes, documents that were not listed before are not new. */
    name: `${JSON.stringify(queryKey)} ${data?.pages.length ?? 0}`,
    loading: list.isPending,
    /** The rows shown belong to the previous listing. */
    searching: list.isPlaceholderData,
    error: list.isError && !data ? list.error : null,
    more: hasNextPage,
    loadMore,
    readAll,
    refetch,
  }
}
