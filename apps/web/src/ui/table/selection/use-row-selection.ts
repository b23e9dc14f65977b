import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** The selection as the owner of a table keeps it. */
export interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Accessible name of a row's checkbox. */
  rowName: (row: Row) => string
  /** Selects all rows of a list that is only partly loaded, in addition to the loaded ones. */
  onSelectAll?: () => void
  /** Actions for the selected rows: buttons in the bar over the table's head. */
  actions: ReactNode
}

/** How many of the rows are selected. */
type Extent = 'none' | 'some' | 'all'

/**
 * The selection with ranges from the last selected row, and a preview of the range that Shift would select.
 */
export interface RowSelection {
  extent: Extent
  count: number
  isSelected: (id: string) => boolean
  isPreviewed: (id: string) => boolean
  /** Toggles a row; with `range`, selects everything from the row last toggled to this one. */
  toggle: (id: string, range: boolean) => void
  /** Reports that the pointer or the focus is on a row, with Shift held or not. */
  point: (id: string | null, shift: boolean) => void
  selectAll: () => void
  clear: () => void
}

const noSelection: ReadonlySet<string> = new Set()

/** `order`: the ids of all rows as they are sorted now. Returns null for a table without selection. */
export function useRowSelection<Row>(
  order: readonly string[],
  selection: Selection<Row> | undefined,
): RowSelection | null {
  const [last, setLast] = useState<string | null>(null)
  const pointed = useRef<string | null>(null)
  const [rangeTo, setRangeTo] = useState<string | null>(null)
  const { selected, onChange, onSelectAll } = selection ?? {}
  // Rows re-render when their props change, so these must stay stable while a list grows.
  const latest = useRef(order)
  useEffect(() => {
    latest.current = order
  }, [order])
  const count = useMemo(
    () => (selected && selected.size > 0 ? order.filter((id) => selected.has(id)).length : 0),
    [order, selected],
  )
  const preview = useMemo(
    () => (rangeTo === null || last === null ? noSelection : new Set(idsBetween(order, last, rangeTo))),
    [last, order, rangeTo],
  )

  const toggle = useCallback(
    (id: string, range: boolean) => {
      if (!selected) return
      onChange?.(
        range ? new Set([...selected, ...idsBetween(latest.current, last, id)]) : toggled(selected, id),
      )
      setLast(id)
      setRangeTo(null)
    },
    [last, onChange, selected],
  )
  const point = useCallback((id: string | null, shift: boolean) => {
    pointed.current = id
    setRangeTo(shift ? id : null)
  }, [])
  const selectAll = useCallback(() => {
    onChange?.(new Set(latest.current))
    onSelectAll?.()
  }, [onChange, onSelectAll])
  const clear = useCallback(() => {
    setLast(null)
    setRangeTo(null)
    onChange?.(new Set())
  }, [onChange])

  const onShift = (down: boolean) => setRangeTo(down ? pointed.current : null)
  useSelectionKeys(selection ? { selectAll, clear, onShift } : null)

  const extent: Extent = count === 0 ? 'none' : count === order.length ? 'all' : 'some'
  // Keep the same object while nothing changes: rows re-render when it does.
  return useMemo(
    () =>
      selected
        ? {
            extent,
            count,
            isSelected: (id) => selected.has(id),
            isPreviewed: (id) => preview.has(id),
            toggle,
            point,
            selectAll,
            clear,
          }
        : null,
    [selected, preview, count, extent, toggle, point, selectAll, clear],
  )
}

/**
 * The ids from one to the other, both included, in the order of the list; only `to` if `from` is not in the
 * list.
 */
export function idsBetween(order: readonly string[], from: string | null, to: string): string[] {
  const end = order.indexOf(to)
  if (end === -1) return []
  const start = from === null ? -1 : order.indexOf(from)
  if (start === -1) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** A copy of the set with the id added, or removed if it was in it. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

const interactive = 'a, button, input, label, select, textarea'

/**
 * A click anywhere on a row selects it, except on links and buttons. Hovering with Shift previews a range.
 */
export function rowHandlers(selection: RowSelection | null, id: string) {
  if (!selection) return {}
  const isOnInteractive = ({ target }: MouseEvent) =>
    target instanceof Element && target.closest(interactive) !== null
  return {
    onClick: (event: MouseEvent) => {
      // Selecting text to copy must not select rows.
      if (isOnInteractive(event) || (!event.shiftKey && !window.getSelection()?.isCollapsed)) return
      selection.toggle(id, event.shiftKey)
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && !isOnInteractive(event)) event.preventDefault()
    },
    onMouseMove: (event: MouseEvent) => selection.point(id, event.shiftKey),
    onMouseLeave: () => selection.point(null, false),
    'data-selected': selection.isSelected(id) || undefined,
    'data-preview': selection.isPreviewed(id) || undefined,
  }
}

const textFields =
  'textarea, select, [contenteditable=""], [contenteditable="true"], input:not([type="checkbox"])'
const popups = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Whether a key press is meant for the focused field, dialog or menu rather than for the list. */
function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  return target instanceof Element && target.closest(`${textFields}, ${popups}`) !== null
}

interface SelectionKeys {
  selectAll: () => void
  clear: () => void
  /** Called when Shift goes down or up. */
  onShift: (down: boolean) => void
}

/**
 * Ctrl or Cmd + A selects every row and Esc none, wherever the focus is on the page, except in fields and
 * dialogs.
 */
function useSelectionKeys(keys: SelectionKeys | null) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const active = keys !== null
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift') latest.current?.onShift(true)
      const isSelectAll =
        event.key.toLowerCase() === 'a' &&
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey
      if (
        (!isSelectAll && event.key !== 'Escape') ||
        event.defaultPrevented ||
        belongsElsewhere(event.target)
      )
        return
      if (isSelectAll) {
        event.preventDefault()
        latest.current?.selectAll()
      } else latest.current?.clear()
    }
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === 'Shift') latest.current?.onShift(false)
    }
    const onBlur = () => latest.current?.onShift(false)
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('keyup', onKeyUp)
    window.addEventListener('blur', onBlur)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('keyup', onKeyUp)
      window.removeEventListener('blur', onBlur)
    }
  }, [active])
}
