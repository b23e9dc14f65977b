import type { ReactNode } from 'react'
import text from '../theme/text.module.css'
import classes from './badge.module.css'

export type Tone = 'success' | 'warning' | 'info' | 'error' | 'neutral'

interface BadgeProps {
  tone: Tone
  children: ReactNode
  /** Shows that work is going on. */
  busy?: boolean
  title?: string | undefined
  /** Shows the mark alone; the text is its accessible name. */
  markOnly?: boolean
}

/** A short text after a mark whose shape differs by tone, so that colour is never the only sign. */
export function Badge({ tone, children, busy = false, title, markOnly = false }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-busy={busy || undefined} title={title}>
      <span className={classes.mark} aria-hidden="true" />
      {markOnly ? <span className={text.visuallyHidden}>{children}</span> : children}
    </span>
  )
}
