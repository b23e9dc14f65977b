import type { ReactNode } from 'react'
import type { Selection } from './selection/use-row-selection.ts'

export interface Column<Row> {
  id: string
  /** The text of its head; empty if `label` names the column. */
  header: string
  /**
   * The field that the column is sorted by, or below a function of the row. A column with neither cannot be
   * sorted.
   */
  accessorKey?: keyof Row & string
  accessorFn?: (row: Row) => unknown
  /** False: not sortable in this table. */
  enableSorting?: boolean
  /** Renders the cell; by default the sorted value as text. */
  cell?: (row: Row) => ReactNode
  meta?: ColumnMeta
}

interface ColumnMeta {
  /** The column's name when its head is not text. */
  label?: string
  align?: 'start' | 'end'
  /** CSS width; columns without one share what is left. */
  width?: string
  /** Left out below the table's `hideOptionalBelow`. */
  optional?: boolean
}

/** The column that a table is sorted by. */
export interface Sort {
  id: string
  desc: boolean
}

/** A row of the table with its id, in the order shown. */
export interface TableRow<Row> {
  id: string
  row: Row
}

function sortValue<Row>({ accessorKey, accessorFn }: Column<Row>, row: Row): unknown {
  if (accessorFn) return accessorFn(row)
  return accessorKey === undefined ? undefined : row[accessorKey]
}

export function canSort<Row>({ accessorKey, accessorFn, enableSorting = true }: Column<Row>): boolean {
  return enableSorting && (accessorKey !== undefined || accessorFn !== undefined)
}

export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row)
  const value = sortValue(column, row)
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null
}

/**
 * The sort after a click on a head: the other direction if it is sorted by already, else text from A and
 * numbers from the largest.
 */
export function nextSort<Row>(column: Column<Row>, rows: readonly Row[], current: Sort): Sort {
  if (current.id === column.id) return { id: column.id, desc: !current.desc }
  const [first] = rows
  return { id: column.id, desc: first !== undefined && typeof sortValue(column, first) !== 'string' }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  const [left, right] = [Number(a), Number(b)]
  return left === right ? 0 : left > right ? 1 : -1
}

/** Sorts the rows by the values of the column. Rows without a value come last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  desc: boolean,
): readonly Row[] {
  if (!column || !canSort(column)) return rows
  const withValue = rows.map((row) => ({ row, value: sortValue(column, row) }))
  const isEmpty = (value: unknown) => value === null || value === undefined
  const order = desc ? -1 : 1
  return withValue
    .sort((a, b) => {
      if (isEmpty(a.value) || isEmpty(b.value)) return Number(isEmpty(a.value)) - Number(isEmpty(b.value))
      return order * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}

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
  /** Shows this many skeleton rows instead of the rows. */
  skeletonRows?: number | undefined
  empty: ReactNode
  /** Below this width of the screen, in em, a row takes two lines. The default is 48. */
  narrowBelow?: number
  /** Below this width of the screen, in em, optional columns are left out. By default they never are. */
  hideOptionalBelow?: number
  /** A row as two lines, for narrow screens. */
  narrowRow: (row: Row) => ReactNode
  /** A state that styles the row: `leaving` turns it red, then `gone` slides it out. */
  rowState?: (row: Row) => 'leaving' | 'gone' | undefined
  /** Lets rows be selected: by a click, in ranges and all at once, also with the keyboard. */
  selection?: Selection<Row>
}
