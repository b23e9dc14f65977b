import { Skeleton } from '@mantine/core'
import { flexRender, type Table, type Row as TableRow } from '@tanstack/react-table'
import type { DataTableProps } from './props.ts'
import { SortHead } from './sort-head.tsx'
import classes from './table.module.css'
import { useWindow } from './window.ts'

type WideTableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'skeletonRows' | 'rowState'> & { table: Table<Row> }

const rowHeight = 44

export function WideTable<Row>({ table, label, skeletonRows, rowState }: WideTableProps<Row>) {
  const rows = skeletonRows === undefined ? table.getRowModel().rows : []
  const { ref, seen, before, after } = useWindow(rows, rowHeight)
  const columns = table.getVisibleLeafColumns()
  return (
    <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1} aria-busy={skeletonRows !== undefined}>
      <thead>
        <tr aria-rowindex={1}>
          {table.getLeafHeaders().map((header) => (
            <SortHead key={header.id} header={header} />
          ))}
        </tr>
      </thead>
      <tbody ref={ref}>
        {before > 0 && <Gap height={before} span={columns.length} />}
        {seen.map(({ row, index }) => (
          <BodyRow key={row.id} row={row} index={index} state={rowState?.(row.original)} />
        ))}
        {after > 0 && <Gap height={after} span={columns.length} />}
        {Array.from({ length: skeletonRows ?? 0 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
          <tr key={row} className={classes.row}>
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

function BodyRow<Row>({ row, index, state }: { row: TableRow<Row>; index: number; state: 'leaving' | 'gone' | undefined }) {
  return (
    <tr className={classes.row} data-state={state} aria-rowindex={index + 2}>
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </td>
      ))}
    </tr>
  )
}
