import { demoLimits } from '@penmark/contract'
import { useEffect, useSyncExternalStore } from 'react'

const usedKey = 'penmark.demo-used'
const usedAtKey = 'penmark.demo-timestamp'
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Milliseconds until this browser may try the demo again; 0 when it may. */
function lockedForMs(): number {
  try {
    if (localStorage.getItem(usedKey) !== 'true') return 0
    const now = Date.now()
    const usedAt = Number(localStorage.getItem(usedAtKey))
    // A time in the future means that the clock was set back. Nobody is locked out for longer than a day.
    return usedAt > now ? 0 : Math.max(0, usedAt + demoLimits.againAfterMs - now)
  } catch {
    // Without storage the server's own limit applies.
    return 0
  }
}

const isDemoUsed = () => lockedForMs() > 0

/** Clears an expired flag, and updates the page. */
function clearExpired(): void {
  try {
    if (!isDemoUsed()) for (const key of [usedKey, usedAtKey]) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
  notifyListeners()
}

function markUsed(): void {
  try {
    localStorage.setItem(usedKey, 'true')
    localStorage.setItem(usedAtKey, String(Date.now()))
  } catch {
    // Without storage the server's own limit applies.
  }
  notifyListeners()
}

/** Checks again whether the demo is used up, since another window may have used it. */
function checkUsed(): boolean {
  clearExpired()
  return isDemoUsed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the demo is used up in this browser. It resets when the time is over. */
export function useDemoUsed() {
  const isUsed = useSyncExternalStore(subscribe, isDemoUsed, () => false)
  useEffect(() => {
    // Clear an expired flag at once, a valid one when it expires.
    const timer = setTimeout(clearExpired, isUsed ? lockedForMs() : 0)
    return () => clearTimeout(timer)
  }, [isUsed])
  return { isUsed, checkUsed, markUsed }
}
