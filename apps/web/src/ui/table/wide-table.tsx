import { Skeleton } from '@mantine/core'
import { flexRender, type Table, type Row as TableRow } from '@tanstack/react-table'
import type { DataTableProps } from './props.ts'
import { rowHandlers } from './selection/row-handlers.ts'
import { SelectAll, SelectRow } from './selection/select-rows.tsx'
import type { RowSelection, Selection } from './selection/use-row-selection.ts'
import { SortHead } from './sort-head.tsx'
import classes from './table.module.css'
import { useWindow } from './window.ts'

type WideTableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'skeletonRows' | 'rowState'> & {
  table: Table<Row>
  chosen: RowSelection | null
  rowName: Selection<Row>['rowName'] | undefined
}

const rowHeight = 44

export function WideTable<Row>({ table, label, skeletonRows, rowState, chosen, rowName }: WideTableProps<Row>) {
  const rows = skeletonRows === undefined ? table.getRowModel().rows : []
  const { ref, seen, before, after } = useWindow(rows, rowHeight)
  const columns = table.getVisibleLeafColumns()
  const span = columns.length + (chosen ? 1 : 0)
  const covered = (chosen?.count ?? 0) > 0
  return (
    <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1} aria-busy={skeletonRows !== undefined}>
      <thead>
        <tr aria-rowindex={1}>
          {chosen && (
            <th scope="col" className={classes.select}>
              <SelectAll chosen={chosen} />
            </th>
          )}
          {table.getLeafHeaders().map((header) => (
            <SortHead key={header.id} header={header} covered={covered} />
          ))}
        </tr>
      </thead>
      <tbody ref={ref}>
        {before > 0 && <Gap height={before} span={span} />}
        {seen.map(({ row, index }) => (
          <BodyRow key={row.id} row={row} index={index} state={rowState?.(row.original)} chosen={chosen} name={rowName?.(row.original)} />
        ))}
        {after > 0 && <Gap height={after} span={span} />}
        {Array.from({ length: skeletonRows ?? 0 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
          <tr key={row} className={classes.row}>
            {chosen && <td className={classes.select} />}
            {columns.map((column) => (
              <td key={column.id}>
                <Skeleton height={12} width="70%" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Stands in for rows out of sight. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus
    <tr aria-hidden="true">
      <td colSpan={span} className={classes.gap} style={{ height }} />
    </tr>
  )
}

interface BodyRowProps<Row> {
  row: TableRow<Row>
  index: number
  state: 'leaving' | 'gone' | undefined
  chosen: RowSelection | null
  name: string | undefined
}

function BodyRow<Row>({ row, index, state, chosen, name = '' }: BodyRowProps<Row>) {
  return (
    <tr className={classes.row} data-state={state} aria-rowindex={index + 2} {...rowHandlers(chosen, row.id)}>
      {chosen && (
        <td className={classes.select}>
          <SelectRow chosen={chosen} id={row.id} name={name} />
        </td>
      )}
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </td>
      ))}
    </tr>
  )
}
