import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './notice.module.css'

interface NoticeProps {
  tone: 'info' | 'warning' | 'error'
  children: ReactNode
  action?: ReactNode
}

/** A lasting message with a rule on its left, never a filled box. Errors are announced. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  )
}

/** Says what could not be loaded, with a retry button. */
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
