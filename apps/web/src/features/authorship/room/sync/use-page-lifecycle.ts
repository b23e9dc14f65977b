import { useEffect, useEffectEvent } from 'react'
import type { Sync } from './sync.ts'

const pollEveryMs = 15_000
/** Longer delays overflow the timers of browsers. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Records when the page is left, returned to and closed, polls for changes of other pages, and ends the
 * writing at the due date.
 */
export function usePageLifecycle(sync: Sync | null, dueAt: string | null, onDue: () => Promise<void>): void {
  useEffect(() => {
    if (sync === null) return undefined
    let isAway = false
    const leave = () => {
      if (isAway) return
      isAway = true
      sync.recordEvent('blur')
      void sync.sync()
    }
    const returnToPage = () => {
      if (isAway && document.visibilityState === 'visible') {
        isAway = false
        sync.recordEvent('focus')
      }
      void sync.sync()
    }
    const visibilityChange = () => (document.visibilityState === 'hidden' ? leave() : returnToPage())
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      sync.recordEvent('open')
      void sync.sync()
    }
    const syncNow = () => void sync.sync()
    const close = () => sync.close()
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') void sync.sync()
    }, pollEveryMs)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', returnToPage)
    document.addEventListener('visibilitychange', visibilityChange)
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', restore)
    window.addEventListener('online', syncNow)
    return () => {
      clearInterval(poll)
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', returnToPage)
      document.removeEventListener('visibilitychange', visibilityChange)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', restore)
      window.removeEventListener('online', syncNow)
    }
  }, [sync])
  const onDueEvent = useEffectEvent(onDue)
  useEffect(() => {
    if (sync === null || dueAt === null) return undefined
    const left = Date.parse(dueAt) - Date.now()
    if (left > maxTimerMs) return undefined
    const timer = setTimeout(() => void sync.finish().then(() => onDueEvent()), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [sync, dueAt])
}
