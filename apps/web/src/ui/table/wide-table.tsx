import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../theme/text.module.css'
import { type Column, canSort, cellOf, type DataTableProps, type Sort, type TableRow } from './columns.ts'
import { SelectAll, SelectRow } from './selection/selection-controls.tsx'
import { type RowSelection, rowHandlers, type Selection } from './selection/use-row-selection.ts'
import classes from './table.module.css'
import { useVisibleRows } from './visible-rows.tsx'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

interface SortHeadProps<Row> {
  column: Column<Row>
  sort: Sort
  onSortBy: (column: Column<Row>) => void
  /** The selection bar covers it, so it takes no focus. */
  isCovered?: boolean
}

/** The head of a column: a button if the column can be sorted. */
function SortHead<Row>({ column, sort, onSortBy, isCovered = false }: SortHeadProps<Row>) {
  const { align, width, label } = column.meta ?? {}
  const sorted = sort.id === column.id && (sort.desc ? 'desc' : 'asc')
  const style = width === undefined ? {} : { style: { width } }
  if (!canSort(column)) {
    return (
      <th scope="col" data-align={align} {...style}>
        {label === undefined ? column.header : <span className={text.visuallyHidden}>{label}</span>}
      </th>
    )
  }
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <th scope="col" data-align={align} aria-sort={sorted ? ariaSort[sorted] : 'none'} {...style}>
      <UnstyledButton
        className={classes.sort ?? ''}
        data-sorted={sorted || undefined}
        tabIndex={isCovered ? -1 : 0}
        onClick={() => onSortBy(column)}
      >
        {column.header}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}

type WideTableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'skeletonRows' | 'rowState' | 'moreRows'> & {
  columns: readonly Column<Row>[]
  rows: readonly TableRow<Row>[]
  sort: Sort
  onSortBy: (column: Column<Row>) => void
  rowSelection: RowSelection | null
  rowName: Selection<Row>['rowName'] | undefined
}

const rowHeight = 44

/** Skeleton rows at the end while more rows are to be loaded. */
const skeletonRowsAtEnd = 3

export function WideTable<Row>({
  columns,
  rows: loaded,
  sort,
  onSortBy,
  label,
  skeletonRows,
  rowState,
  moreRows,
  rowSelection,
  rowName,
}: WideTableProps<Row>) {
  const { t } = useTranslation('ui')
  const rows = skeletonRows === undefined ? loaded : []
  const { ref, visible, before, after, measure, watcher } = useVisibleRows(rows, {
    rowHeight,
    onNearEnd: moreRows?.onNearEnd,
  })
  const span = columns.length + (rowSelection ? 1 : 0)
  const isCovered = (rowSelection?.count ?? 0) > 0
  return (
    <>
      {watcher}
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={moreRows ? (moreRows.total ?? -2) + 1 : rows.length + 1}
        aria-busy={skeletonRows !== undefined}
      >
        <thead>
          <tr aria-rowindex={1}>
            {rowSelection && (
              <th scope="col" className={classes.select}>
                <SelectAll rowSelection={rowSelection} />
              </th>
            )}
            {columns.map((column) => (
              <SortHead
                key={column.id}
                column={column}
                sort={sort}
                onSortBy={onSortBy}
                isCovered={isCovered}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={ref}>
          {before > 0 && <Gap height={before} span={span} />}
          {visible.map(({ row: { id, row }, index }) => (
            <BodyRow
              key={id}
              id={id}
              row={row}
              columns={columns}
              index={index}
              measure={measure}
              state={rowState?.(row)}
              rowSelection={rowSelection}
              checkboxLabel={rowName ? t('select.row', { name: rowName(row) }) : ''}
            />
          ))}
          {after > 0 && <Gap height={after} span={span} />}
          {Array.from({ length: skeletonRows ?? (moreRows ? skeletonRowsAtEnd : 0) }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
            <tr key={row} className={classes.row}>
              {rowSelection && <td className={classes.select} />}
              {columns.map((column) => (
                <td key={column.id}>
                  <Skeleton height={12} width="70%" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Fills the height of rows that are out of view. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus
    <tr aria-hidden="true">
      <td colSpan={span} className={classes.gap} style={{ height }} />
    </tr>
  )
}

interface BodyRowProps<Row> {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  index: number
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
  state: 'leaving' | 'gone' | undefined
  rowSelection: RowSelection | null
  /** Accessible name of the row's checkbox. */
  checkboxLabel: string
}

function PlainBodyRow<Row>({
  id,
  row,
  columns,
  index,
  measure,
  state,
  rowSelection,
  checkboxLabel,
}: BodyRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      className={classes.row}
      data-state={state}
      aria-rowindex={index + 2}
      {...rowHandlers(rowSelection, id)}
    >
      {rowSelection && (
        <td className={classes.select}>
          <SelectRow rowSelection={rowSelection} id={id} label={checkboxLabel} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-align={column.meta?.align}>
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  )
}

// Scrolling re-renders the table for every few rows that come into view; memoised rows stay as they are.
const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow
