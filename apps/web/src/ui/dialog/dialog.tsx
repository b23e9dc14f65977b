import { Button, type DrawerProps, type ModalProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'

const OpenedDialog = lazy(async () => ({ default: (await import('./opened-dialog.tsx')).OpenedDialog }))

/**
 * A modal dialog, loaded when it is first opened to keep the first page small
 * (docs/decisions/0035-small-bundles.md).
 */
export function Dialog(props: ModalProps) {
  return (
    <OnceOpened opened={props.opened}>
      <OpenedDialog {...props} />
    </OnceOpened>
  )
}

const OpenedDrawer = lazy(async () => ({ default: (await import('./opened-dialog.tsx')).OpenedDrawer }))

/** A side drawer for narrow screens, loaded when it is first opened. */
export function SideDrawer(props: DrawerProps) {
  return (
    <OnceOpened opened={props.opened}>
      <OpenedDrawer {...props} />
    </OnceOpened>
  )
}

/** The buttons of a dialog: cancel first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

interface OnceOpenedProps {
  opened: boolean
  children: ReactNode
}

/** Mounts a lazily loaded dialog when it is first opened, and keeps it mounted with whatever was typed. */
export function OnceOpened({ opened, children }: OnceOpenedProps) {
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  return wasOpened ? <Suspense>{children}</Suspense> : null
}

interface ConfirmDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  confirm: string
  /** For destructive actions: the button is red. */
  destructive?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. Focus starts on Cancel for destructive actions. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  destructive = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <div className={classes.body}>{children}</div>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus={destructive || undefined}>
          {t('cancel')}
        </Button>
        <Button
          onClick={onConfirm}
          loading={busy}
          {...(destructive ? { className: classes.destructive } : {})}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
