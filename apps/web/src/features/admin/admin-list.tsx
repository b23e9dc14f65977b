import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { EmptyState, LoadError, NoMatch } from '../../ui/empty-state/empty-state.tsx'
import { FailedNotice } from '../../ui/notice/notice.tsx'
import { SearchBox } from '../../ui/search-box/search-box.tsx'
import type { Column, Sort } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import classes from './admin.module.css'
import { type Source, useListing } from './use-listing.ts'

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
  tightBelow?: number
  /** Label of a button that loads more rows, instead of scrolling. */
  moreButton?: string
}

/** A table over all teachers. The server searches, sorts and pages it, so that a hundred thousand rows are as fast as thirty. */
export function AdminList<Row extends { id: string }, SortName extends string>({
  source,
  sorts,
  defaultSort,
  label,
  search: placeholder,
  empty,
  moreButton,
  ...table
}: AdminListProps<Row, SortName>) {
  const { t, i18n } = useTranslation('admin')
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), searchAfterMs)
  const [sort, setSort] = useState<Sort>(defaultSort)
  const list = useListing(source, { search, sort: sorts.find((each) => each === sort.id) ?? defaultSort.id, desc: sort.desc })
  if (list.error) return <LoadError onRetry={() => void list.refetch()}>{t('failed.load', { detail: detailOf(list.error) })}</LoadError>
  return (
    <>
      <SearchBox label={placeholder} words={words} onWords={setWords}>
        {list.total !== null && !list.outdated && t('count', { count: list.total, shown: formatNumber(i18n, list.total) })}
      </SearchBox>
      <DataTable
        label={label}
        rows={list.rows}
        rowId={({ id }) => id}
        defaultSort={defaultSort}
        controlledSort={{ by: sort, onChange: setSort }}
        moreRows={list.more && !moreButton ? { total: list.total, onNearEnd: list.loadMore } : undefined}
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

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Loads more of a list that shares its page with others; renders nothing at the end. */
export function More({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) {
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
  return <FailedNotice onRetry={() => void refetch()}>{t('failed.load', { detail: detailOf(error) })}</FailedNotice>
}
