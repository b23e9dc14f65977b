import { type ColumnDef, getCoreRowModel, getSortedRowModel, type RowData, type SortingState, useReactTable } from '@tanstack/react-table'
import { type ReactNode, useState } from 'react'
import { useNarrow } from './narrow.ts'
import { NarrowRows } from './narrow-rows.tsx'
import { WideTable } from './wide-table.tsx'

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Word for the column where its head is not text. */
    label?: string
    align?: 'start' | 'end'
    /** CSS width; the rest of the columns share what is left. */
    width?: string
  }
}

export interface DataTableProps<Row> {
  /** What the table lists, for those who cannot see its place on the page. */
  label: string
  columns: ColumnDef<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  defaultSort: { id: string; desc: boolean }
  /** Shows this many rows of skeleton in place of the rows. */
  skeletonRows?: number | undefined
  empty: ReactNode
  /** A row as two lines, for screens below 768 px. */
  narrowRow: (row: Row) => ReactNode
  /** A state that styles the row: `leaving` turns it red, then `gone` slides it out. */
  rowState?: (row: Row) => 'leaving' | 'gone' | undefined
}

/** A sortable table with a sticky head; long lists draw only the rows in sight, and narrow screens get two-line rows. */
export function DataTable<Row>({ columns, rows, rowId, defaultSort, ...shown }: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<SortingState>([defaultSort])
  const narrow = useNarrow()
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
