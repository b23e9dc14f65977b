import { NativeSelect, Skeleton } from '@mantine/core'
import type { Table } from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import type { DataTableProps } from './props.ts'
import { rowHandlers } from './selection/row-handlers.ts'
import { SelectAll, SelectRow } from './selection/select-rows.tsx'
import type { RowSelection, Selection } from './selection/use-row-selection.ts'
import classes from './table.module.css'
import { useWindow } from './window.ts'

type NarrowRowsProps<Row> = Pick<DataTableProps<Row>, 'label' | 'skeletonRows' | 'rowState' | 'narrowRow' | 'moreRows'> & {
  table: Table<Row>
  chosen: RowSelection | null
  rowName: Selection<Row>['rowName'] | undefined
}

const rowHeight = 76

export function NarrowRows<Row>({ table, label, skeletonRows, rowState, narrowRow, moreRows, chosen, rowName }: NarrowRowsProps<Row>) {
  const { t } = useTranslation('ui')
  const rows = skeletonRows === undefined ? table.getRowModel().rows : []
  const { ref, seen, before, after, measure } = useWindow(rows, { rowHeight, onNearEnd: moreRows?.onNearEnd })
  return (
    <>
      <SortChoice table={table} />
      {chosen && <NarrowSelectAll chosen={chosen} />}
      <ul className={classes.list} ref={ref} aria-label={label} aria-busy={skeletonRows !== undefined}>
        {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
        {seen.map(({ row, index }) => (
          <li
            key={row.id}
            ref={measure}
            data-index={index}
            className={classes.item}
            data-state={rowState?.(row.original)}
            {...rowHandlers(chosen, row.id)}
          >
            {chosen && <SelectRow chosen={chosen} id={row.id} label={t('select.row', { name: rowName?.(row.original) ?? '' })} />}
            {narrowRow(row.original)}
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
function SortChoice<Row>({ table }: { table: Table<Row> }) {
  const { t } = useTranslation('ui')
  const [sorted] = table.getState().sorting
  const options = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort() && typeof column.columnDef.header === 'string')
    .flatMap((column) => [
      { value: `${column.id} asc`, label: t('sort.ascending', { column: column.columnDef.header }) },
      { value: `${column.id} desc`, label: t('sort.descending', { column: column.columnDef.header }) },
    ])
  if (options.length === 0) return null
  return (
    <NativeSelect
      className={classes.sortChoice ?? ''}
      label={t('sort.by')}
      data={options}
      value={sorted ? `${sorted.id} ${sorted.desc ? 'desc' : 'asc'}` : ''}
      onChange={({ currentTarget }) => {
        const [id = '', direction] = currentTarget.value.split(' ')
        table.setSorting([{ id, desc: direction === 'desc' }])
      }}
    />
  )
}
