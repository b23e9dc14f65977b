import type { DrawerProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const OpenedDrawer = lazy(() => import('./opened-drawer.tsx'))

/** A drawer from the side of a narrow screen, fetched when it is first opened. */
export function SideDrawer(props: DrawerProps) {
  const [needed, setNeeded] = useState(props.opened)
  if (props.opened && !needed) setNeeded(true)
  return needed ? (
    <Suspense>
      <OpenedDrawer {...props} />
    </Suspense>
  ) : null
}
