import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'
import type { TableRow } from './columns.ts'

/** The rows in sight, and the heights in pixels of those before and after them. */
export interface RowsInSight {
  /** Index of the first row in sight. */
  first: number
  /** Index of the row after the last one in sight. */
  end: number
  before: number
  after: number
  measure: (row: HTMLElement | null) => void
}

interface LongListProps<Row> {
  rows: readonly TableRow<Row>[]
  rowHeight: number
  /** Where the list begins in the page, in pixels. */
  top: number
  onScroll: (inSight: RowsInSight) => void
}

/** Watches which rows of a long list are in sight. A file of its own: most lists are short (docs/decisions/0035-small-bundles.md). */
export default function LongList<Row>({ rows, rowHeight, top, onScroll }: LongListProps<Row>) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    measureElement: (row) => row.getBoundingClientRect().height || rowHeight,
    overscan: 8,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  const before = items[0] ? items[0].start - top : 0
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const measure = virtualizer.measureElement
  useLayoutEffect(() => onScroll({ first, end, before, after, measure }), [onScroll, first, end, before, after, measure])
  return null
}
