import { demoLimits } from '@penmark/contract'
import { useEffect, useSyncExternalStore } from 'react'

const flag = 'penmark.demo-used'
const stamp = 'penmark.demo-timestamp'
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Milliseconds until this browser may try the demo again; 0 when it may. */
function restOfDemo(): number {
  try {
    if (localStorage.getItem(flag) !== 'true') return 0
    const now = Date.now()
    const usedAt = Number(localStorage.getItem(stamp))
    // A time to come is a clock that was put back: nobody is locked out for longer than a day.
    return usedAt > now ? 0 : Math.max(0, usedAt + demoLimits.againAfterMs - now)
  } catch {
    // Without storage the server's own limit holds.
    return 0
  }
}

const isDemoUsed = () => restOfDemo() > 0

/** Clears a flag that is over, and tells the page how it stands. */
function renew(): void {
  try {
    if (!isDemoUsed()) for (const key of [flag, stamp]) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
  tell()
}

function use(): void {
  try {
    localStorage.setItem(flag, 'true')
    localStorage.setItem(stamp, String(Date.now()))
  } catch {
    // Without storage the server's own limit holds.
  }
  tell()
}

/** Whether the demo is used up, read anew. */
function look(): boolean {
  renew()
  return isDemoUsed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the demo is used up in this browser. Ends by itself when the time is over. */
export function useDemoUsed() {
  const isUsed = useSyncExternalStore(subscribe, isDemoUsed, () => false)
  useEffect(() => {
    // A flag that is over goes at once, one that holds when its time is over.
    const timer = setTimeout(renew, isUsed ? restOfDemo() : 0)
    return () => clearTimeout(timer)
  }, [isUsed])
  return { isUsed, look, use }
}
