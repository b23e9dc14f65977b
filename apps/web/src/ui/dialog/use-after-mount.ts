import { useEffect, useState } from 'react'

/** False in the first drawing, true in every later one. */
export function useAfterMount(): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted
}
