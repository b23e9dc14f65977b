import type { ColumnDef, RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Selection } from './selection/use-row-selection.ts'

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Word for the column where its head is not text. */
    label?: string
    align?: 'start' | 'end'
    /** CSS width; the rest of the columns share what is left. */
    width?: string
    /** Left out where the table has little room. */
    roomy?: boolean
  }
}

/** The column that a table is sorted by. */
export interface Sort {
  id: string
  desc: boolean
}

/** Sorting that somebody else does: the rows come in this order. */
export interface ControlledSort {
  by: Sort
  onChange: (by: Sort) => void
}

/** Rows that were not read yet. */
export interface MoreRows {
  /** How many rows there are in all; null while unknown. */
  total: number | null
  /** The end of the rows that were read is near. */
  onNearEnd: () => void
}

export interface DataTableProps<Row> {
  /** What the table lists, for those who cannot see its place on the page. */
  label: string
  columns: ColumnDef<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  defaultSort: Sort
  controlledSort?: ControlledSort
  /** Absent where all rows are here. */
  moreRows?: MoreRows | undefined
  /** What is shown is about to be replaced. */
  outdated?: boolean
  /** Shows this many rows of skeleton in place of the rows. */
  skeletonRows?: number | undefined
  empty: ReactNode
  /** Below this width of the screen, in em, a row takes two lines; 48 where left out. */
  narrowBelow?: number
  /** Below this width, in em, the roomy columns are left out; never where left out. */
  tightBelow?: number
  /** A row as two lines, for narrow screens. */
  narrowRow: (row: Row) => ReactNode
  /** A state that styles the row: `leaving` turns it red, then `gone` slides it out. */
  rowState?: (row: Row) => 'leaving' | 'gone' | undefined
  /** Lets rows be selected: by a click, in ranges, all at once, and all of it by the keyboard too. */
  selection?: Selection<Row>
}
