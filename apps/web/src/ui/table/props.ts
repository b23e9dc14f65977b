import type { ReactNode } from 'react'
import type { Column, Sort } from './columns.ts'
import type { Selection } from './selection/use-row-selection.ts'

/** Sorting done by the server: the rows arrive in this order. */
export interface ControlledSort {
  by: Sort
  onChange: (by: Sort) => void
}

/** Rows that are not loaded yet. */
export interface MoreRows {
  /** Total number of rows; null while unknown. */
  total: number | null
  /** Called when the end of the loaded rows comes near. */
  onNearEnd: () => void
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  defaultSort: Sort
  controlledSort?: ControlledSort
  /** Absent when all rows are loaded. */
  moreRows?: MoreRows | undefined
  /** The rows shown are stale and about to be replaced. */
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
