import { NativeSelect, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Column, canSort, type Sort, type TableRow } from './columns.ts'
import type { DataTableProps } from './props.ts'
import { SelectAll, SelectRow } from './selection/select-boxes.tsx'
import { type RowSelection, rowHandlers, type Selection } from './selection/use-row-selection.ts'
import classes from './table.module.css'
import { useWindow } from './window.tsx'

type NarrowRowsProps<Row> = Pick<DataTableProps<Row>, 'label' | 'skeletonRows' | 'rowState' | 'narrowRow' | 'moreRows'> & {
  columns: readonly Column<Row>[]
  rows: readonly TableRow<Row>[]
  sort: Sort
  onSort: (by: Sort) => void
  chosen: RowSelection | null
  rowName: Selection<Row>['rowName'] | undefined
}

const rowHeight = 76

export function NarrowRows<Row>({
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
