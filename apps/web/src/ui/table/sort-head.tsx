import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type Column, canSort, type Sort } from './columns.ts'
import classes from './table.module.css'

const spoken = { asc: 'ascending', desc: 'descending' } as const

interface SortHeadProps<Row> {
  column: Column<Row>
  sort: Sort
  onSortBy: (column: Column<Row>) => void
  /** The selection bar lies over it, so the focus passes it by. */
  covered?: boolean
}

/** The head of a column: a button where the column can be sorted. */
export function SortHead<Row>({ column, sort, onSortBy, covered = false }: SortHeadProps<Row>) {
  const { align, width, label } = column.meta ?? {}
  const words = column.header
  const sorted = sort.id === column.id && (sort.desc ? 'desc' : 'asc')
  const style = width === undefined ? {} : { style: { width } }
  if (!canSort(column)) {
    return (
      <th scope="col" data-align={align} {...style}>
        {label === undefined ? words : <span className={classes.spoken}>{label}</span>}
      </th>
    )
  }
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <th scope="col" data-align={align} aria-sort={sorted ? spoken[sorted] : 'none'} {...style}>
      <UnstyledButton
        className={classes.sort ?? ''}
        data-sorted={sorted || undefined}
        tabIndex={covered ? -1 : 0}
        onClick={() => onSortBy(column)}
      >
        {words}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}
