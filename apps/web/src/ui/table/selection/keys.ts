import { useEffect, useRef } from 'react'

const typing = 'textarea, select, [contenteditable=""], [contenteditable="true"], input:not([type="checkbox"])'
const apart = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Whether a key press is meant for the focused field, dialog or menu rather than for the list. */
function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  return target instanceof Element && target.closest(`${typing}, ${apart}`) !== null
}

interface SelectionKeys {
  selectAll: () => void
  clear: () => void
  /** Called when Shift goes down or up. */
  onShift: (down: boolean) => void
}

/** Ctrl or Cmd + A selects every row and Esc none, wherever the focus is on the page; neither inside fields and dialogs. */
export function useSelectionKeys(keys: SelectionKeys | null) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const active = keys !== null
  useEffect(() => {
    if (!active) return
    const down = (event: KeyboardEvent) => {
      if (event.key === 'Shift') latest.current?.onShift(true)
      const all = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if ((!all && event.key !== 'Escape') || event.defaultPrevented || belongsElsewhere(event.target)) return
      if (all) {
        event.preventDefault()
        latest.current?.selectAll()
      } else latest.current?.clear()
    }
    const up = ({ key }: KeyboardEvent) => {
      if (key === 'Shift') latest.current?.onShift(false)
    }
    const away = () => latest.current?.onShift(false)
    window.addEventListener('keydown', down)
    window.addEventListener('keyup', up)
    window.addEventListener('blur', away)
    return () => {
      window.removeEventListener('keydown', down)
      window.removeEventListener('keyup', up)
      window.removeEventListener('blur', away)
    }
  }, [active])
}
