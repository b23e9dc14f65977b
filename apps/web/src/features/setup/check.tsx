import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../ui/badge/badge.tsx'
import classes from './setup.module.css'

const tones = {
  good: 'success',
  check: 'warning',
  problem: 'error',
  optional: 'neutral',
  yours: 'info',
  running: 'info',
} as const satisfies Record<string, Tone>

export type CheckStatus = keyof typeof tones

interface CheckProps {
  title: string
  status: CheckStatus
  children: ReactNode
  action?: ReactNode
}

/** One line of the checks: what was looked at, how it is, and what to do. */
export function Check({ title, status, children, action }: CheckProps) {
  const { t } = useTranslation('welcome')
  return (
    <li className={classes.check}>
      <div className={classes.name}>
        <h3 className={classes.checkTitle}>{title}</h3>
        <Badge tone={tones[status]} busy={status === 'running'}>
          {t(`status.${status}`)}
        </Badge>
      </div>
      <div className={classes.words} role="status">
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  )
}

/** A command for the server's console. */
export function Command({ children }: { children: string }) {
  return <code className={classes.command}>{children}</code>
}
