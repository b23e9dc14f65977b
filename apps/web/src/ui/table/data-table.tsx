import { NativeSelect, Skeleton } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, canSort, type DataTableProps, nextSort, type Sort, sortRows, type TableRow } from './columns.ts'
import { useNarrow } from './narrow.ts'
import { SelectAll, SelectionBar, SelectRow } from './selection/selection-controls.tsx'
import { type RowSelection, rowHandlers, type Selection, useRowSelection } from './selection/use-row-selection.ts'
import classes from './table.module.css'
import { WideTable } from './wide-table.tsx'
import { useWindow } from './window.tsx'

/** A sortable table with a sticky head; long lists draw only the rows in sight, and narrow screens get two-line rows. */
export function DataTable<Row extends object>({
  columns,
  rows,
  rowId,
  defaultSort,
  controlledSort,
  narrowBelow,
  tightBelow,
  selection,
  outdated = false,
  ...shown
}: DataTableProps<Row>) {
  const [sortedHere, setSortedHere] = useState(defaultSort)
  const sort = controlledSort?.by ?? sortedHere
  const narrow = useNarrow(narrowBelow)
  const tight = useNarrow(tightBelow ?? 0)
  const frame = useRef<HTMLDivElement>(null)
  const shownColumns = useMemo(() => columns.filter(({ meta }) => !(tight && meta?.roomy)), [columns, tight])
  const setSort = (by: Sort) => (controlledSort ? controlledSort.onChange(by) : setSortedHere(by))
  // The same function throughout, although its owner may write a new one for every render.
  const [idOf] = useState(() => rowId)
  const isSortedHere = controlledSort === undefined
  const { id: sortedBy, desc } = sort
  const inOrder = useMemo(() => {
    const sorted = isSortedHere
      ? sortRows(
          rows,
          columns.find(({ id }) => id === sortedBy),
          desc,
        )
      : rows
    return sorted.map((row) => ({ id: idOf(row), row }))
  }, [rows, columns, sortedBy, desc, isSortedHere, idOf])
  const isEmpty = rows.length === 0 && shown.skeletonRows === undefined
  const order = useMemo(() => inOrder.map(({ id }) => id), [inOrder])
  const chosen = useRowSelection(order, selection)
  if (isEmpty) return shown.empty
  const part = {
    columns: shownColumns,
    rows: inOrder,
    sort,
    onSort: setSort,
    onSortBy: (column: Column<Row>) => setSort(nextSort(column, rows, sort)),
    chosen,
    rowName: selection?.rowName,
    ...shown,
  }
  return (
    <div ref={frame} className={classes.frame} data-selectable={chosen ? '' : undefined} data-outdated={outdated || undefined}>
      {selection && chosen && (
        <div className={classes.overHead}>
          <SelectionBar
            count={chosen.count}
            moreRows={chosen.extent === 'all' ? shown.moreRows : undefined}
            narrow={narrow}
            onClear={chosen.clear}
            focusAfter={() => frame.current?.querySelector<HTMLElement>('[data-select-box]')}
          >
            {selection.actions}
          </SelectionBar>
        </div>
      )}
      {narrow ? <NarrowRows {...part} /> : <WideTable {...part} />}
    </div>
  )
}

type NarrowRowsProps<Row> = Pick<DataTableProps<Row>, 'label' | 'skeletonRows' | 'rowState' | 'narrowRow' | 'moreRows'> & {
  columns: readonly Column<Row>[]
  rows: readonly TableRow<Row>[]
  sort: Sort
  onSort: (by: Sort) => void
  chosen: RowSelection | null
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
  chosen,
  rowName,
}: NarrowRowsProps<Row>) {
  const { t } = useTranslation('ui')
  const rows = skeletonRows === undefined ? loaded : []
  const { ref, seen, before, after, measure, watcher } = useWindow(rows, { rowHeight, onNearEnd: moreRows?.onNearEnd })
  return (
    <>
      {watcher}
      <SortChoice columns={columns} sort={sort} onSort={onSort} />
      {chosen && <NarrowSelectAll chosen={chosen} />}
      <ul className={classes.list} ref={ref} aria-label={label} aria-busy={skeletonRows !== undefined}>
        {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
        {seen.map(({ row: { id, row }, index }) => (
          <li key={id} ref={measure} data-index={index} className={classes.item} data-state={rowState?.(row)} {...rowHandlers(chosen, id)}>
            {chosen && <SelectRow chosen={chosen} id={id} label={t('select.row', { name: rowName?.(row) ?? '' })} />}
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

function NarrowSelectAll({ chosen }: { chosen: RowSelection }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.selectAll}>
      <SelectAll chosen={chosen} />
      <span aria-hidden="true">{t('select.all')}</span>
    </div>
  )
}

/** Narrow tables have no column heads to click, so sorting is a select. */
function SortChoice<Row>({ columns, sort, onSort }: Pick<NarrowRowsProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const { t } = useTranslation('ui')
  const options = columns.filter(canSort).flatMap(({ id, header: column }) => [
    { value: `${id} asc`, label: t('sort.ascending', { column }) },
    { value: `${id} desc`, label: t('sort.descending', { column }) },
  ])
  if (options.length === 0) return null
  return (
    <NativeSelect
      className={classes.sortChoice ?? ''}
      label={t('sort.by')}
      data={options}
      value={`${sort.id} ${sort.desc ? 'desc' : 'asc'}`}
      onChange={({ currentTarget }) => {
        const [id = '', direction] = currentTarget.value.split(' ')
        onSort({ id, desc: direction === 'desc' })
      }}
    />
  )
}
