import { type ReactNode, Suspense, useState } from 'react'

interface OnceOpenedProps {
  opened: boolean
  children: ReactNode
}

/** Mounts a lazily loaded dialog when it is first opened, and keeps it after, with whatever was typed (docs/decisions/0035-small-bundles.md). */
export function OnceOpened({ opened, children }: OnceOpenedProps) {
  const [needed, setNeeded] = useState(opened)
  if (opened && !needed) setNeeded(true)
  return needed ? <Suspense>{children}</Suspense> : null
}
