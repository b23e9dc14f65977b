import type { DrawerProps, ModalProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import classes from './dialog.module.css'

const OpenedDialog = lazy(() => import('./opened-dialog.tsx'))

/** A modal dialog, loaded when it is first opened to keep the first page small (docs/decisions/0035-small-bundles.md). */
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

/** A side drawer for narrow screens, loaded when it is first opened. */
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
