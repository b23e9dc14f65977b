import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './notice.module.css'

interface NoticeProps {
  tone: 'info' | 'warning' | 'error'
  children: ReactNode
  action?: ReactNode
}

/** A sentence that stays on the page: a rule at its left, never a flooded box. Errors are announced. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}

/** What could not be loaded, and a button that asks for it again. */
export function FailedNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
