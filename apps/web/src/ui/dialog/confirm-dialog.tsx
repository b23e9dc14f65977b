import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'
import { Dialog, DialogActions } from './dialog.tsx'

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
        <Button onClick={onConfirm} loading={busy} {...(destructive ? { className: classes.destructive } : {})}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
