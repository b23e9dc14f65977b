import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TableRow } from './columns.ts'
import type { RowsInSight } from './long-list.tsx'

const LongList = lazy(() => import('./long-list.tsx'))

/** Shorter lists are rendered whole, so that find-in-page and printing reach every row. */
const drawnWhole = 100

/** The next page is requested this many rows before the end of the loaded ones. */
const nearEnd = 80

/** Drawn below the window before anybody scrolls. */
const rowsBelow = 8

interface WindowOptions {
  /** Estimated height in pixels until the row is measured. */
  rowHeight: number
  /** The end of the rows is near. */
  onNearEnd: (() => void) | undefined
}

/** Whether the page has been scrolled. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(() => window.scrollY > 0)
  useEffect(() => {
    const look = () => setScrolled(true)
    window.addEventListener('scroll', look, { once: true, passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return scrolled
}

/** The rows in view, and the height in pixels of the rows before and after them. `watcher` belongs beside the list. */
export function useWindow<Row>(rows: readonly TableRow<Row>[], { rowHeight, onNearEnd }: WindowOptions) {
  const ref = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [inSight, setInSight] = useState<RowsInSight | null>(null)
  useLayoutEffect(() => {
    const look = () => {
      const list = ref.current
      if (list) setTop(Math.round(list.getBoundingClientRect().top + window.scrollY))
    }
    look()
    // Content above the list may grow or shrink and move it.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const isLong = rows.length > drawnWhole
  const scrolled = useScrolled()
  const near = isLong && inSight !== null && inSight.end >= rows.length - nearEnd
  useEffect(() => {
    if (near) onNearEnd?.()
  }, [near, onNearEnd])
  // Until the page is scrolled only the first rows can be in sight.
  const firstRows = isLong ? Math.ceil(window.innerHeight / rowHeight) + rowsBelow : rows.length
  const { first, end, before, after, measure } = (isLong && inSight) || {
    first: 0,
    end: firstRows,
    before: 0,
    after: Math.max(0, rows.length - firstRows) * rowHeight,
    measure: undefined,
  }
  const seen = useMemo(() => rows.slice(first, end).map((row, at) => ({ row, index: first + at })), [rows, first, end])
  const watcher =
    isLong && scrolled ? (
      <Suspense>
        <LongList rows={rows} rowHeight={rowHeight} top={top} onScroll={setInSight} />
      </Suspense>
    ) : null
  return { ref, seen, before, after, measure, watcher }
}
