import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { TableRow } from './columns.ts'

/** The rows in view, and the heights in pixels of those before and after them. */
export interface VisibleRows {
  /** Index of the first row in view. */
  first: number
  /** Index of the row after the last one in view. */
  end: number
  before: number
  after: number
  measure: (row: HTMLElement | null) => void
}

interface ScrollWatcherProps<Row> {
  list: RefObject<HTMLElement | null>
  rows: readonly TableRow<Row>[]
  rowHeight: number
  onScroll: (visible: VisibleRows) => void
}

/** Distance of the list from the top of the page, in pixels. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // Content above the list may grow or shrink and move it.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

/**
 * Reports which rows of a long list are in view. A separate file, because most lists are short
 * (docs/decisions/0035-small-bundles.md).
 */
export default function ScrollWatcher<Row>({ list, rows, rowHeight, onScroll }: ScrollWatcherProps<Row>) {
  const top = useTop(list)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
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
  useLayoutEffect(
    () => onScroll({ first, end, before, after, measure }),
    [onScroll, first, end, before, after, measure],
  )
  return null
}
