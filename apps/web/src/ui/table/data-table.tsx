import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../theme/screen-width.ts'
import {
  type Column,
  canSort,
  type DataTableProps,
  nextSort,
  type Sort,
  sortRows,
  type TableRow,
} from './columns.ts'
import { SelectAll, SelectionBar, SelectRow } from './selection/selection-controls.tsx'
import {
  type RowSelection,
  rowHandlers,
  type Selection,
  useRowSelection,
} from './selection/use-row-selection.ts'
import classes from './table.module.css'
import { useVisibleRows } from './visible-rows.tsx'
import { WideTable } from './wide-table.tsx'

/**
 * A sortable table with a sticky head; long lists render only the rows in view, and narrow screens get
 * two-line rows.
 */
export function DataTable<Row extends object>({
  columns,
  rows,
  rowId,
  defaultSort,
  controlledSort,
  narrowBelow,
  hideOptionalBelow,
  selection,
  outdated = false,
  ...rest
}: DataTableProps<Row>) {
  const [localSort, setLocalSort] = useState(defaultSort)
  const sort = controlledSort?.by ?? localSort
  const narrow = useNarrow(narrowBelow)
  const hidesOptional = useNarrow(hideOptionalBelow ?? 0)
  const frame = useRef<HTMLDivElement>(null)
  const shownColumns = useMemo(
    () => columns.filter(({ meta }) => !(hidesOptional && meta?.optional)),
    [columns, hidesOptional],
  )
  const setSort = (by: Sort) => (controlledSort ? controlledSort.onChange(by) : setLocalSort(by))
  // Stays the same although the owner may pass a new function with every render.
  const [idOf] = useState(() => rowId)
  const sortsLocally = controlledSort === undefined
  const { id: sortedBy, desc } = sort
  const sortedRows = useMemo(() => {
    const sorted = sortsLocally
      ? sortRows(
          rows,
          columns.find(({ id }) => id === sortedBy),
          desc,
        )
      : rows
    return sorted.map((row) => ({ id: idOf(row), row }))
  }, [rows, columns, sortedBy, desc, sortsLocally, idOf])
  const isEmpty = rows.length === 0 && rest.skeletonRows === undefined
  const order = useMemo(() => sortedRows.map(({ id }) => id), [sortedRows])
  const rowSelection = useRowSelection(order, selection)
  if (isEmpty) return rest.empty
  const tableProps = {
    columns: shownColumns,
    rows: sortedRows,
    sort,
    onSort: setSort,
    onSortBy: (column: Column<Row>) => setSort(nextSort(column, rows, sort)),
    rowSelection,
    rowName: selection?.rowName,
    ...rest,
  }
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-selectable={rowSelection ? '' : undefined}
      data-outdated={outdated || undefined}
    >
      {selection && rowSelection && (
        <div className={classes.overHead}>
          <SelectionBar
            count={rowSelection.count}
            moreRows={rowSelection.extent === 'all' ? rest.moreRows : undefined}
            narrow={narrow}
            onClear={rowSelection.clear}
            focusAfter={() => frame.current?.querySelector<HTMLElement>('[data-select-box]')}
          >
            {selection.actions}
          </SelectionBar>
        </div>
      )}
      {narrow ? <NarrowRows {...tableProps} /> : <WideTable {...tableProps} />}
    </div>
  )
}

const SortChoice = lazy(() => import('./sort-choice.tsx'))

type NarrowRowsProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'skeletonRows' | 'rowState' | 'narrowRow' | 'moreRows'
> & {
  columns: readonly Column<Row>[]
  rows: readonly TableRow<Row>[]
  sort: Sort
  onSort: (by: Sort) => void
  rowSelection: RowSelection | null
  rowName: Selection<Row>['rowName'] | undefined
}

const rowHeight = 76

function NarrowRows<Row>({
  columns,
  rows: loaded,
  sort,
  onSort,
  label,
  skeletonRows,
  rowState,
  narrowRow,
  moreRows,
  rowSelection,
  rowName,
}: NarrowRowsProps<Row>) {
  const { t } = useTranslation('ui')
  const rows = skeletonRows === undefined ? loaded : []
  const { ref, visible, before, after, measure, watcher } = useVisibleRows(rows, {
    rowHeight,
    onNearEnd: moreRows?.onNearEnd,
  })
  return (
    <>
      {watcher}
      {columns.some(canSort) && (
        <div className={classes.sortChoice}>
          <Suspense fallback={null}>
            <SortChoice columns={columns.filter(canSort)} sort={sort} onSort={onSort} />
          </Suspense>
        </div>
      )}
      {rowSelection && <NarrowSelectAll rowSelection={rowSelection} />}
      <ul className={classes.list} ref={ref} aria-label={label} aria-busy={skeletonRows !== undefined}>
        {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
        {visible.map(({ row: { id, row }, index }) => (
          <li
            key={id}
            ref={measure}
            data-index={index}
            className={classes.item}
            data-state={rowState?.(row)}
            {...rowHandlers(rowSelection, id)}
          >
            {rowSelection && (
              <SelectRow
                rowSelection={rowSelection}
                id={id}
                label={t('select.row', { name: rowName?.(row) ?? '' })}
              />
            )}
            {narrowRow(row)}
          </li>
        ))}
        {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
        {Array.from({ length: skeletonRows ?? (moreRows ? 1 : 0) }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
          <li key={row} className={classes.item}>
            <div className={classes.skeleton}>
              <Skeleton height={12} width="60%" />
              <Skeleton height={12} width="35%" />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function NarrowSelectAll({ rowSelection }: { rowSelection: RowSelection }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.selectAll}>
      <SelectAll rowSelection={rowSelection} />
      <span aria-hidden="true">{t('select.all')}</span>
    </div>
  )
}
