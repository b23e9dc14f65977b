import { type RefObject, useLayoutEffect } from 'react'
import type { OverviewTarget } from './queries.ts'

const keyOf = (target: OverviewTarget) =>
  `penmark.overview.${target.class_group_id ?? target.student_id ?? target.batch_id ?? 'all'}`

/** Room for the sentence and its bar. */
const usualHeight = 120

/**
 * How high the overview was when it was last left, so that what is below does not move while it loads again.
 */
export function reservedHeight(target: OverviewTarget): number {
  const stored = sessionStorage.getItem(keyOf(target))
  return stored === null ? usualHeight : Number(stored)
}

/** Remembers the height of an overview that is shown, or that there was nothing to show. */
export function useRememberedHeight(
  target: OverviewTarget,
  section: RefObject<HTMLElement | null>,
  isLoaded: boolean,
): void {
  const key = keyOf(target)
  // When it is shown, for a reload, and when it is left: a layout effect ends while the section is still on
  // the page.
  useLayoutEffect(() => {
    if (!isLoaded) return
    const shown = section
    const remember = () => sessionStorage.setItem(key, String(shown.current?.offsetHeight ?? 0))
    remember()
    return remember
  }, [key, section, isLoaded])
}
