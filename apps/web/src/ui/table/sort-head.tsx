import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { flexRender, type Header } from '@tanstack/react-table'
import classes from './table.module.css'

const spoken = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column: a button where the column can be sorted. `covered`: the selection bar lies over it, so the focus passes it by. */
export function SortHead<Row>({ header, covered = false }: { header: Header<Row, unknown>; covered?: boolean }) {
  const { column } = header
  const { align, width, label } = column.columnDef.meta ?? {}
  const words = flexRender(column.columnDef.header, header.getContext())
  const sorted = column.getIsSorted()
  const style = width === undefined ? {} : { style: { width } }
  if (!column.getCanSort()) {
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
        onClick={column.getToggleSortingHandler()}
      >
        {words}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}
