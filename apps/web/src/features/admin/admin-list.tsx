import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ColumnDef } from '@tanstack/react-table'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { showNumber } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { NoMatch } from '../../ui/empty-state/no-match.tsx'
import { Trouble } from '../../ui/empty-state/trouble.tsx'
import { SearchBox } from '../../ui/search-box/search-box.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Sort } from '../../ui/table/props.ts'
import classes from './admin.module.css'
import { type Source, useListing } from './use-listing.ts'

/** Each search asks the server: it waits for a rest in the typing, in milliseconds. */
const searchAfterMs = 250

interface AdminListProps<Row, SortName extends string> {
  source: Source<Row, SortName>
  sorts: readonly SortName[]
  defaultSort: Sort & { id: SortName }
  /** What the table lists. */
  label: string
  /** In the search box: where it looks. */
  search: string
  /** Where there is nothing at all. */
  empty: string
  columns: ColumnDef<Row>[]
  narrowRow: (row: Row) => ReactNode
  narrowBelow: number
  tightBelow?: number
  /** More rows by a button instead of by scrolling, and what it says. */
  moreButton?: string
}

/** A table over all teachers, searched, sorted and paged by the server, so that a hundred thousand rows are as quick as thirty. */
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
  if (list.error) return <Trouble onRetry={() => void list.refetch()}>{t('failed.load', { detail: detailOf(list.error) })}</Trouble>
  return (
    <>
      <SearchBox label={placeholder} words={words} onWords={setWords}>
        {list.total !== null && !list.outdated && t('count', { count: list.total, shown: showNumber(i18n, list.total) })}
      </SearchBox>
      <DataTable
        label={label}
        rows={list.rows}
        rowId={({ id }) => id}
        defaultSort={defaultSort}
        sortedOutside={{ by: sort, onChange: setSort }}
        unread={list.more && !moreButton ? { total: list.total, onNear: list.readOn } : undefined}
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
          <Button variant="default" loading={list.fetchingMore} onClick={list.readOn}>
            {moreButton}
          </Button>
        </div>
      )}
    </>
  )
}
