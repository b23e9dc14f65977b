import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/** The parameters of one page's request. */
export interface PageRequest<Sort extends string> {
  search?: string
  sort: Sort
  order: 'asc' | 'desc'
  offset: number
  limit: number
}

/** Where a list's rows come from. */
export interface Source<Row, Sort extends string> {
  /** The list's query key. */
  key: string
  read: (page: PageRequest<Sort>, signal: AbortSignal) => Promise<Row[]>
  count: (filter: { search?: string }, signal: AbortSignal) => Promise<{ total: number }>
  pageSize: number
}

export const adminKeys = { all: ['admin'], list: (key: string) => ['admin', key] } as const

/** A list that the server searches, sorts and pages, as far as it has been loaded. */
export function useListing<Row, Sort extends string>(
  { key, read, count, pageSize }: Source<Row, Sort>,
  view: { search: string; sort: Sort; desc: boolean },
) {
  const { search, sort, desc } = view
  const filter = search === '' ? {} : { search }
  const list = useInfiniteQuery({
    queryKey: [...adminKeys.list(key), 'page', { search, sort, desc }],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => read({ ...filter, sort, order: desc ? 'desc' : 'asc', offset, limit: pageSize }, signal),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
    placeholderData: keepPreviousData,
  })
  const counted = useQuery({
    queryKey: [...adminKeys.list(key), 'count', search],
    queryFn: ({ signal }) => count(filter, signal),
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = list
  const rows = useMemo(() => data?.pages.flat() ?? [], [data])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  return {
    rows,
    /** Null while unknown. */
    total: counted.data?.total ?? null,
    loading: list.isPending,
    /** The rows shown belong to the previous listing. */
    outdated: list.isPlaceholderData,
    error: list.isError && !data ? list.error : null,
    more: hasNextPage,
    fetchingMore: list.isFetchingNextPage,
    loadMore,
    refetch: list.refetch,
  }
}
