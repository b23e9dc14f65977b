import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useSelectionKeys } from './keys.ts'
import { rangeOf, toggled } from './range.ts'

/** What the owner of a table keeps of its selection. */
export interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** What the box of a row is called. */
  rowName: (row: Row) => string
  /** What can be done with the selected rows: buttons in the bar over the head. */
  actions: ReactNode
}

/** How many of the rows are selected. */
export type Extent = 'none' | 'some' | 'all'

/** A selection while it is on the screen: ranges from the row last chosen, and a preview of the range that Shift would give. */
export interface RowSelection {
  extent: Extent
  count: number
  isSelected: (id: string) => boolean
  isPreviewed: (id: string) => boolean
  /** Toggles a row; with `range`, selects everything from the row last chosen to this one. */
  choose: (id: string, range: boolean) => void
  /** The pointer or the focus is on a row, with Shift held or not. */
  point: (id: string | null, shift: boolean) => void
  selectAll: () => void
  clear: () => void
}

/** `order`: the ids of all rows as they are sorted now. Null where the table offers no selection. */
export function useRowSelection<Row>(order: readonly string[], selection: Selection<Row> | undefined): RowSelection | null {
  const [last, setLast] = useState<string | null>(null)
  const pointed = useRef<string | null>(null)
  const [rangeTo, setRangeTo] = useState<string | null>(null)
  const { selected, onChange } = selection ?? {}
  const present = useMemo(() => order.filter((id) => selected?.has(id)), [order, selected])
  const preview = useMemo(() => new Set(rangeTo === null || last === null ? [] : rangeOf(order, last, rangeTo)), [last, order, rangeTo])

  const choose = useCallback(
    (id: string, range: boolean) => {
      if (!selected) return
      onChange?.(range ? new Set([...selected, ...rangeOf(order, last, id)]) : toggled(selected, id))
      setLast(id)
      setRangeTo(null)
    },
    [last, onChange, order, selected],
  )
  const point = useCallback((id: string | null, shift: boolean) => {
    pointed.current = id
    setRangeTo(shift ? id : null)
  }, [])
  const selectAll = useCallback(() => onChange?.(new Set(order)), [onChange, order])
  const clear = useCallback(() => {
    setLast(null)
    setRangeTo(null)
    onChange?.(new Set())
  }, [onChange])

  const onShift = (down: boolean) => setRangeTo(down ? pointed.current : null)
  useSelectionKeys(selection ? { selectAll, clear, onShift } : null)

  const count = present.length
  const total = order.length
  // The same object as long as nothing changes: rows are drawn anew by it.
  return useMemo(
    () =>
      selected
        ? {
            extent: count === 0 ? 'none' : count === total ? 'all' : 'some',
            count,
            isSelected: (id) => selected.has(id),
            isPreviewed: (id) => preview.has(id),
            choose,
            point,
            selectAll,
            clear,
          }
        : null,
    [selected, preview, count, total, choose, point, selectAll, clear],
  )
}
