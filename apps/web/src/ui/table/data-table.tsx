import { useMemo, useRef, useState } from 'react'
import { type Column, nextSort, type Sort, sortRows } from './columns.ts'
import { useNarrow } from './narrow.ts'
import { NarrowRows } from './narrow-rows.tsx'
import type { DataTableProps } from './props.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useRowSelection } from './selection/use-row-selection.ts'
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
  const [sortedHere, setSortedHere] = useState(defaultSort)
  const sort = controlledSort?.by ?? sortedHere
  const narrow = useNarrow(narrowBelow)
  const tight = useNarrow(tightBelow ?? 0)
  const frame = useRef<HTMLDivElement>(null)
  const shownColumns = useMemo(() => columns.filter(({ meta }) => !(tight && meta?.roomy)), [columns, tight])
  const setSort = (by: Sort) => (controlledSort ? controlledSort.onChange(by) : setSortedHere(by))
  // The same function throughout, although its owner may write a new one for every render.
  const [idOf] = useState(() => rowId)
  const isSortedHere = controlledSort === undefined
  const { id: sortedBy, desc } = sort
  const inOrder = useMemo(() => {
    const sorted = isSortedHere
      ? sortRows(
          rows,
          columns.find(({ id }) => id === sortedBy),
          desc,
        )
      : rows
    return sorted.map((row) => ({ id: idOf(row), row }))
  }, [rows, columns, sortedBy, desc, isSortedHere, idOf])
  const isEmpty = rows.length === 0 && shown.skeletonRows === undefined
  const order = useMemo(() => inOrder.map(({ id }) => id), [inOrder])
  const chosen = useRowSelection(order, selection)
  if (isEmpty) return shown.empty
  const part = {
    columns: shownColumns,
    rows: inOrder,
    sort,
    onSort: setSort,
    onSortBy: (column: Column<Row>) => setSort(nextSort(column, rows, sort)),
    chosen,
    rowName: selection?.rowName,
    ...shown,
  }
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
