import type { ColumnDef, RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'

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
