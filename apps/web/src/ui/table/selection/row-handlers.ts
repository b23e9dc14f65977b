import type { MouseEvent } from 'react'
import type { RowSelection } from './use-row-selection.ts'

const itsOwn = 'a, button, input, label, select, textarea'

/** A click anywhere on a row selects it, except on links and buttons. Hovering with Shift previews a range. */
export function rowHandlers(selection: RowSelection | null, id: string) {
  if (!selection) return {}
  const hasItsOwn = ({ target }: MouseEvent) => target instanceof Element && target.closest(itsOwn) !== null
  return {
    onClick: (event: MouseEvent) => {
      // Selecting text to copy must not select rows.
      if (hasItsOwn(event) || (!event.shiftKey && !window.getSelection()?.isCollapsed)) return
      selection.choose(id, event.shiftKey)
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && !hasItsOwn(event)) event.preventDefault()
    },
    onMouseMove: (event: MouseEvent) => selection.point(id, event.shiftKey),
    onMouseLeave: () => selection.point(null, false),
    'data-selected': selection.isSelected(id) || undefined,
    'data-preview': selection.isPreviewed(id) || undefined,
  }
}
