import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { SessionTrouble } from './session-trouble.tsx'

/** Above every screen: a new path starts at its top. */
export function Root() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect answers to
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <>
      <SessionTrouble />
      <Outlet />
    </>
  )
}
