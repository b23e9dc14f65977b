import type { DrawerProps, ModalProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import classes from './dialog.module.css'

const OpenedDialog = lazy(async () => ({ default: (await import('./opened-dialog.tsx')).OpenedDialog }))

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

const OpenedDrawer = lazy(async () => ({ default: (await import('./opened-dialog.tsx')).OpenedDrawer }))

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
