import { useEffect, useState } from 'react'

/** False during the first render, true afterwards. */
export function useAfterMount(): boolean {
  const [mounted, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the second drawing is what this is for
  useEffect(() => setMounted(true), [])
  return mounted
}
