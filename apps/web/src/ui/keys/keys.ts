import { useEffect, useEffectEvent } from 'react'
import { forgetHiddenNotice, isNoticeHidden, storeHiddenNotice } from '../../lib/consent/consent.ts'

/** Single keys can be turned off: speech input and a slip of the hand press them by accident (WCAG 2.1.4). */
const switchedOff = 'keys'

export const areKeysOn = (): boolean => !isNoticeHidden(switchedOff)

export function switchKeys(on: boolean): void {
  if (on) forgetHiddenNotice(switchedOff)
  else storeHiddenNotice(switchedOff)
}

/** Where a letter is text, or belongs to what is open. */
const takesLetters =
  'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable="true"], [role="menu"], [role="listbox"]'

function isShortcut({
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  isComposing,
  target,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing || !areKeysOn()) return false
  if (target instanceof Element && target.closest(takesLetters)) return false
  return document.querySelector('[aria-modal="true"]') === null
}

/**
 * Calls the function of a pressed key, wherever on the page the focus is, except in fields, menus and
 * dialogs.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = new Map(Object.entries(keys)).get(event.key)
    if (action === undefined || !isShortcut(event)) return
    // Otherwise the key would also be typed into the field that it focuses.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Focuses the next or previous of the elements, from the one that has the focus. */
export function focusNext(elements: readonly HTMLElement[], by: 1 | -1): void {
  const current = elements.findIndex((element) => element.contains(document.activeElement))
  const next = current === -1 ? (by === 1 ? 0 : elements.length - 1) : current + by
  const target = elements[Math.min(elements.length - 1, Math.max(0, next))]
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
