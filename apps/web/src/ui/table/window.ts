import type { Row as TableRow } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Shorter lists are rendered whole, so that find-in-page and printing reach every row. */
const drawnWhole = 100

/** The next page is requested this many rows before the end of the loaded ones. */
const nearEnd = 80

interface Place {
  /** Estimated height in pixels until the row is measured. */
  rowHeight: number
  /** The end of the rows is near. */
  onNearEnd: (() => void) | undefined
}

/** The rows in view, and the height in pixels of the rows before and after them. */
export function useWindow<Row>(rows: TableRow<Row>[], { rowHeight, onNearEnd }: Place) {
  const ref = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      const place = ref.current
      if (place) setTop(Math.round(place.getBoundingClientRect().top + window.scrollY))
    }
    look()
    // Content above the list may grow or shrink and move it.
    const watcher = new ResizeObserver(look)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [])
  const windowed = rows.length > drawnWhole
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: windowed,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    measureElement: (row) => row.getBoundingClientRect().height || rowHeight,
    overscan: 8,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const near = windowed && last !== undefined && last.index >= rows.length - nearEnd
  useEffect(() => {
    if (near) onNearEnd?.()
  }, [near, onNearEnd])
  if (!windowed) return { ref, seen: rows.map((row, index) => ({ row, index })), before: 0, after: 0, measure: undefined }
  const seen = items.flatMap(({ index }) => {
    const row = rows[index]
    return row ? [{ row, index }] : []
  })
  return {
    ref,
    seen,
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
    measure: virtualizer.measureElement,
  }
}
