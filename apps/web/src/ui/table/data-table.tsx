import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table'
import { useState } from 'react'
import { useNarrow } from './narrow.ts'
import { NarrowRows } from './narrow-rows.tsx'
import type { DataTableProps } from './props.ts'
import { WideTable } from './wide-table.tsx'

/** A sortable table with a sticky head; long lists draw only the rows in sight, and narrow screens get two-line rows. */
export function DataTable<Row>({ columns, rows, rowId, defaultSort, ...shown }: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<SortingState>([defaultSort])
  const narrow = useNarrow()
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this
  const table = useReactTable({
    data: rows,
    columns,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  })
  const isEmpty = rows.length === 0 && shown.skeletonRows === undefined
  if (isEmpty) return shown.empty
  return narrow ? <NarrowRows table={table} {...shown} /> : <WideTable table={table} {...shown} />
}
