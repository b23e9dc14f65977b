import type { Row as TableRow } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** Shorter lists are drawn whole: find-in-page and printing then reach every row. */
const drawnWhole = 100

/** The rows in sight of the page's scroll, and the height in pixels of what lies before and after them. */
export function useWindow<Row>(rows: TableRow<Row>[], rowHeight: number) {
  const ref = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = ref.current
    if (place) setTop(place.getBoundingClientRect().top + window.scrollY)
  }, [])
  const windowed = rows.length > drawnWhole
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: windowed,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
  })
  if (!windowed) return { ref, seen: rows.map((row, index) => ({ row, index })), before: 0, after: 0 }
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const seen = items.flatMap(({ index }) => {
    const row = rows[index]
    return row ? [{ row, index }] : []
  })
  return {
    ref,
    seen,
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
  }
}
