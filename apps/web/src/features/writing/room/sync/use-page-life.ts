import { useEffect, useEffectEvent } from 'react'
import type { Sync } from './sync.ts'

const askEveryMs = 15_000
/** Longer delays overflow the timers of browsers. */
const longestTimerMs = 2 ** 31 - 1

/** Records when the page is left, returned to and closed; asks for others' changes; and ends the writing at the due date. */
export function usePageLife(sync: Sync | null, dueAt: string | null, onDue: () => Promise<void>): void {
  useEffect(() => {
    if (sync === null) return undefined
    let isAway = false
    const leave = () => {
      if (isAway) return
      isAway = true
      sync.note('blur')
      void sync.sync()
    }
    const comeBack = () => {
      if (isAway && document.visibilityState === 'visible') {
        isAway = false
        sync.note('focus')
      }
      void sync.sync()
    }
    const visibilityChange = () => (document.visibilityState === 'hidden' ? leave() : comeBack())
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      sync.note('open')
      void sync.sync()
    }
    const connect = () => void sync.sync()
    const close = () => sync.close()
    const ask = setInterval(() => {
      if (document.visibilityState === 'visible') void sync.sync()
    }, askEveryMs)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    document.addEventListener('visibilitychange', visibilityChange)
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', restore)
    window.addEventListener('online', connect)
    return () => {
      clearInterval(ask)
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
      document.removeEventListener('visibilitychange', visibilityChange)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', restore)
      window.removeEventListener('online', connect)
    }
  }, [sync])
  const end = useEffectEvent(onDue)
  useEffect(() => {
    if (sync === null || dueAt === null) return undefined
    const left = Date.parse(dueAt) - Date.now()
    if (left > longestTimerMs) return undefined
    const timer = setTimeout(() => void sync.finish().then(() => end()), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [sync, dueAt])
}
