import { demoLimits } from '@penmark/contract'
import { useCallback, useEffect, useState } from 'react'

const flag = 'penmark.demo-used'
const stamp = 'penmark.demo-timestamp'

/** Milliseconds until this browser may try the demo again; 0 when it may. A flag that is over is cleared. */
export function restOfDemo(now: number): number {
  try {
    if (localStorage.getItem(flag) !== 'true') return 0
    const usedAt = Number(localStorage.getItem(stamp))
    const rest = usedAt + demoLimits.againAfterMs - now
    if (rest > 0 && usedAt <= now) return rest
    localStorage.removeItem(flag)
    localStorage.removeItem(stamp)
  } catch {
    // Without storage the server's own limit holds.
  }
  return 0
}

export function markDemoUsed(now: number): void {
  try {
    localStorage.setItem(flag, 'true')
    localStorage.setItem(stamp, String(now))
  } catch {
    // Without storage the server's own limit holds.
  }
}

/** Whether the demo is used up in this browser. Ends by itself when the time is over. */
export function useDemoUsed() {
  const [isUsed, setUsed] = useState(false)
  const look = useCallback(() => {
    const used = restOfDemo(Date.now()) > 0
    setUsed(used)
    return used
  }, [])
  useEffect(() => {
    look()
  }, [look])
  useEffect(() => {
    if (!isUsed) return
    const timer = setTimeout(look, restOfDemo(Date.now()))
    return () => clearTimeout(timer)
  }, [isUsed, look])
  const use = useCallback(() => {
    markDemoUsed(Date.now())
    look()
  }, [look])
  return { isUsed, look, use }
}
