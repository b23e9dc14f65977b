import { demoLimits } from '@penmark/contract'
import { useEffect, useSyncExternalStore } from 'react'

const flag = 'penmark.demo-used'
const stamp = 'penmark.demo-timestamp'
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Milliseconds until this browser may try the demo again; 0 when it may. */
function restOfDemo(): number {
  try {
    if (localStorage.getItem(flag) !== 'true') return 0
    const now = Date.now()
    const usedAt = Number(localStorage.getItem(stamp))
    // A time in the future means the clock was set back: never lock anybody out for longer than a day.
    return usedAt > now ? 0 : Math.max(0, usedAt + demoLimits.againAfterMs - now)
  } catch {
    // Without storage the server's own limit applies.
    return 0
  }
}

const isDemoUsed = () => restOfDemo() > 0

/** Clears an expired flag, and updates the page. */
function renew(): void {
  try {
    if (!isDemoUsed()) for (const key of [flag, stamp]) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
  notifyListeners()
}

function use(): void {
  try {
    localStorage.setItem(flag, 'true')
    localStorage.setItem(stamp, String(Date.now()))
  } catch {
    // Without storage the server's own limit applies.
  }
  notifyListeners()
}

/** Whether the demo is used up, read again. */
function look(): boolean {
  renew()
  return isDemoUsed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the demo is used up in this browser. It resets by itself when the time is over. */
export function useDemoUsed() {
  const isUsed = useSyncExternalStore(subscribe, isDemoUsed, () => false)
  useEffect(() => {
    // Clear an expired flag at once, a valid one when it expires.
    const timer = setTimeout(renew, isUsed ? restOfDemo() : 0)
    return () => clearTimeout(timer)
  }, [isUsed])
  return { isUsed, look, use }
}
