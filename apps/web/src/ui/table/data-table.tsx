import { functionalUpdate, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table'
import { useMemo, useRef, useState } from 'react'
import { useNarrow } from './narrow.ts'
import { NarrowRows } from './narrow-rows.tsx'
import type { DataTableProps } from './props.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useRowSelection } from './selection/use-row-selection.ts'
import { stableRows } from './stable-rows.ts'
import classes from './table.module.css'
import { WideTable } from './wide-table.tsx'

/** A sortable table with a sticky head; long lists draw only the rows in sight, and narrow screens get two-line rows. */
export function DataTable<Row extends object>({
  columns,
  rows,
  rowId,
  defaultSort,
  controlledSort,
  narrowBelow,
  tightBelow,
  selection,
  outdated = false,
  ...shown
}: DataTableProps<Row>) {
  const [sortedHere, setSortedHere] = useState<SortingState>([defaultSort])
  const sorting = useMemo(() => (controlledSort ? [controlledSort.by] : sortedHere), [sortedHere, controlledSort])
  const narrow = useNarrow(narrowBelow)
  const tight = useNarrow(tightBelow ?? 0)
  const frame = useRef<HTMLDivElement>(null)
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id = '', meta }) => [id, !(tight && meta?.roomy)])),
    [columns, tight],
  )
  const [rowModel] = useState(() => stableRows<Row>())
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this
  const table = useReactTable({
    data: rows,
    columns,
    getRowId: rowId,
    state: { sorting, columnVisibility },
    onSortingChange: (change) => {
      const [by] = functionalUpdate(change, sorting)
      if (!by) return
      if (controlledSort) controlledSort.onChange(by)
      else setSortedHere([by])
    },
    manualSorting: controlledSort !== undefined,
    enableSortingRemoval: false,
    getCoreRowModel: rowModel,
    getSortedRowModel: getSortedRowModel(),
  })
  const isEmpty = rows.length === 0 && shown.skeletonRows === undefined
  const sorted = table.getRowModel().rows
  const order = useMemo(() => sorted.map(({ id }) => id), [sorted])
  const chosen = useRowSelection(order, selection)
  if (isEmpty) return shown.empty
  const part = { table, chosen, rowName: selection?.rowName, ...shown }
  return (
    <div ref={frame} className={classes.frame} data-selectable={chosen ? '' : undefined} data-outdated={outdated || undefined}>
      {selection && chosen && (
        <div className={classes.overHead}>
          <SelectionBar
            count={chosen.count}
            moreRows={chosen.extent === 'all' ? shown.moreRows : undefined}
            narrow={narrow}
            onClear={chosen.clear}
            focusAfter={() => frame.current?.querySelector<HTMLElement>('[data-select-box]')}
          >
            {selection.actions}
          </SelectionBar>
        </div>
      )}
      {narrow ? <NarrowRows {...part} /> : <WideTable {...part} />}
    </div>
  )
}
