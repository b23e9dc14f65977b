import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { EmptyState, LoadError, NoMatch } from '../../../ui/page-state/page-state.tsx'
import { SearchBox } from '../../../ui/search-box/search-box.tsx'
import type { Column, Sort } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useNarrow } from '../../../ui/theme/screen-width.ts'
import classes from './admin.module.css'

/** Sidebar and margins, and the widest table of a page, in rem. */
const besideTable = 20
const widestTable = 75

/** Every search is a request, so it is debounced by this many milliseconds. */
const searchAfterMs = 250

interface AdminListProps<Row, SortName extends string> {
  source: Source<Row, SortName>
  sorts: readonly SortName[]
  defaultSort: Sort & { id: SortName }
  /** What the table contains. */
  label: string
  /** Placeholder of the search box, naming the searched fields. */
  search: string
  /** Shown when the list is empty. */
  empty: string
  columns: Column<Row>[]
  narrowRow: (row: Row) => ReactNode
  narrowBelow: number
  hideOptionalBelow?: number
  /** Label of a button that loads more rows, instead of scrolling. */
  moreButton?: string
  /** Width that the table needs, in rem; with less it scrolls sideways. */
  minWidth?: number
  /** Stands between search and table. */
  children?: ReactNode
}

/**
 * A table over all teachers. The server searches, sorts and pages it, so that a hundred thousand rows are as
 * fast as thirty.
 */
export function AdminList<Row extends { id: string }, SortName extends string>({
  source,
  sorts,
  defaultSort,
  label,
  search: placeholder,
  empty,
  moreButton,
  minWidth = 0,
  children,
  ...table
}: AdminListProps<Row, SortName>) {
  const { t, i18n } = useTranslation('admin')
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), searchAfterMs)
  const [chosenSort, setSort] = useState<Sort>(defaultSort)
  // Nobody could see what a list is sorted by whose column is hidden.
  const sort = table.columns.some(({ id }) => id === chosenSort.id) ? chosenSort : defaultSort
  const sortName = sorts.find((name) => name === sort.id) ?? defaultSort.id
  const list = useListing(source, { search, sort: sortName, desc: sort.desc })
  const sorted = source.sortedRows?.(sortName) ?? null
  const partlySorted =
    sorted !== null && list.total !== null && list.total > sorted ? { rows: sorted, all: list.total } : null
  const hasTwoLines = useNarrow(table.narrowBelow)
  const isTooNarrow = useNarrow(minWidth + besideTable)
  const isWide = !hasTwoLines && (isTooNarrow || minWidth > widestTable)
  if (list.error)
    return (
      <LoadError onRetry={() => void list.refetch()}>
        {t('failed.load', { detail: detailOf(list.error) })}
      </LoadError>
    )
  return (
    <>
      <SearchBox label={placeholder} value={words} onChange={setWords}>
        {list.total !== null &&
          !list.outdated &&
          t('count', { count: list.total, shown: formatNumber(i18n, list.total) })}
      </SearchBox>
      {children}
      {partlySorted && (
        <Notice tone="info">
          {t('sortedNewest', {
            rows: formatNumber(i18n, partlySorted.rows),
            all: formatNumber(i18n, partlySorted.all),
          })}
        </Notice>
      )}
      <div className={isWide ? classes.sideways : undefined}>
        <div style={isWide ? { width: `${minWidth}rem` } : undefined}>
          <DataTable
            label={label}
            rows={list.rows}
            rowId={({ id }) => id}
            defaultSort={defaultSort}
            controlledSort={{ by: sort, onChange: setSort }}
            moreRows={
              list.more && !moreButton
                ? { total: partlySorted?.rows ?? list.total, onNearEnd: list.loadMore }
                : undefined
            }
            outdated={list.outdated}
            skeletonRows={list.loading ? 8 : undefined}
            empty={
              search === '' ? (
                <EmptyState>{empty}</EmptyState>
              ) : (
                <NoMatch clear={t('search.clear')} onClear={() => setWords('')}>
                  {t('search.nothing')}
                </NoMatch>
              )
            }
            {...table}
          />
        </div>
      </div>
      {moreButton && list.more && (
        <div className={classes.more}>
          <Button variant="default" loading={list.fetchingMore} onClick={list.loadMore}>
            {moreButton}
          </Button>
        </div>
      )}
    </>
  )
}

interface LoadMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Loads more of a list that shares its page with others; renders nothing at the end. */
export function LoadMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) {
  const { t } = useTranslation('admin')
  if (!hasNextPage) return null
  return (
    <div className={classes.more}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  )
}

/** Shown for a part of a page that failed to load. */
export function ListLoadError({ error, refetch }: { error: unknown; refetch: () => Promise<unknown> }) {
  const { t } = useTranslation('admin')
  return (
    <FailedNotice onRetry={() => void refetch()}>
      {t('failed.load', { detail: detailOf(error) })}
    </FailedNotice>
  )
}

/** The parameters of one page's request. */
interface PageRequest<Sort extends string> {
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
  /** Of how many of the newest rows an order is; null if of all. */
  sortedRows?: (sort: Sort) => number | null
}

export const adminKeys = { all: ['admin'], list: (key: string) => ['admin', key] } as const

/** A list that the server searches, sorts and pages, as far as it has been loaded. */
function useListing<Row, Sort extends string>(
  { key, read, count, pageSize }: Source<Row, Sort>,
  view: { search: string; sort: Sort; desc: boolean },
) {
  const { search, sort, desc } = view
  const filter = search === '' ? {} : { search }
  const list = useInfiniteQuery({
    queryKey: [...adminKeys.list(key), 'page', { search, sort, desc }],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      read({ ...filter, sort, order: desc ? 'desc' : 'asc', offset, limit: pageSize }, signal),
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

interface Person {
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** Full name, else the email address; null if neither is known. */
export function nameOf({ first_name, last_name, email }: Person): string | null {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || email
}

interface Owned {
  teacher_name: string | null
  teacher_email: string | null
}

/** The owner's name or email. */
export function ownerOf({ teacher_name, teacher_email }: Owned): string | null {
  return teacher_name ?? teacher_email
}
