import type { DrawerProps, ModalProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import classes from './dialog.module.css'

const OpenedDialog = lazy(() => import('./opened-dialog.tsx'))

/** A dialog over the page. What draws it is fetched when it is first opened: no first page carries it (docs/decisions/0035-small-bundles.md). */
export function Dialog(props: ModalProps) {
  const [needed, setNeeded] = useState(props.opened)
  if (props.opened && !needed) setNeeded(true)
  return needed ? (
    <Suspense>
      <OpenedDialog {...props} />
    </Suspense>
  ) : null
}

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

/** The buttons of a dialog: cancel first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
