import { useEffect, useState } from 'react'

/** Milliseconds that a notice stays. */
export const noticeTimes = { toggle: 2_000, quick: 3_000, failure: 3_000 } as const

export interface Notice {
  kind: keyof typeof noticeTimes
  /** A key of the namespace `cookies`. */
  text: 'saved' | 'failed' | 'accepted' | 'rejected' | 'cleared'
}

/** A notice that goes by itself; a newer one takes its place for its whole time. */
export function useNotice() {
  const [notice, show] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => show(null), noticeTimes[notice.kind])
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, show }
}
