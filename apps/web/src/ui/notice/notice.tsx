import type { ReactNode } from 'react'
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
