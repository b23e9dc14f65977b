import { lazy, Suspense, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { TableRow } from './columns.ts'
import type { VisibleRows } from './scroll-watcher.tsx'

const ScrollWatcher = lazy(() => import('./scroll-watcher.tsx'))

/**
 * Up to this length all rows are rendered, so that find-in-page and printing reach every one. A list that
 * goes on is longer.
 */
const longestFullList = 100

/** The next page is requested this many rows before the end of the loaded ones. */
const rowsBeforeEnd = 80

/** Rendered below the window before the page is scrolled, once the rows in it are shown. */
const rowsBelowWindow = 8

interface VisibleRowsOptions {
  /** Estimated height in pixels until the row is measured. */
  rowHeight: number
  /** Called when the end of the rows comes near. */
  onNearEnd: (() => void) | undefined
}

/** Whether the page has been scrolled. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(() => window.scrollY > 0)
  useEffect(() => {
    const onScroll = () => setScrolled(true)
    window.addEventListener('scroll', onScroll, { once: true, passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return scrolled
}

/** Whether the list has been painted. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return painted
}

/**
 * The rows in view, and the height in pixels of the rows before and after them. Render `watcher` beside the
 * list.
 */
export function useVisibleRows<Row>(
  rows: readonly TableRow<Row>[],
  { rowHeight, onNearEnd }: VisibleRowsOptions,
) {
  const ref = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [inView, setInView] = useState<VisibleRows | null>(null)
  const isLong = rows.length > longestFullList || onNearEnd !== undefined
  const scrolled = useScrolled()
  const painted = usePainted()
  const isNearEnd = isLong && inView !== null && inView.end >= rows.length - rowsBeforeEnd
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])
  // Until the page is scrolled only the first rows can be in view.
  const firstRows = isLong
    ? Math.ceil(window.innerHeight / rowHeight) + (painted ? rowsBelowWindow : 0)
    : rows.length
  const { first, end, before, after, measure } = (isLong && inView) || {
    first: 0,
    end: firstRows,
    before: 0,
    after: Math.max(0, rows.length - firstRows) * rowHeight,
    measure: undefined,
  }
  const visible = useMemo(
    () => rows.slice(first, end).map((row, offset) => ({ row, index: first + offset })),
    [rows, first, end],
  )
  const watcher =
    isLong && scrolled ? (
      <Suspense>
        <ScrollWatcher list={ref} rows={rows} rowHeight={rowHeight} onScroll={setInView} />
      </Suspense>
    ) : null
  return { ref, visible, before, after, measure, watcher }
}
