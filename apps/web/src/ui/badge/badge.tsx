import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'success' | 'warning' | 'info' | 'error' | 'neutral'

interface BadgeProps {
  tone: Tone
  children: ReactNode
  /** Shows that work is going on. */
  busy?: boolean
  title?: string | undefined
  /** For what is usual and needs no attention. */
  quiet?: boolean
}

/** A short text after a mark whose shape differs by tone, so that colour is never the only sign. */
export function Badge({ tone, children, busy = false, title, quiet = false }: BadgeProps) {
  return (
    <span
      className={classes.badge}
      data-tone={tone}
      data-busy={busy || undefined}
      data-quiet={quiet || undefined}
      title={title}
    >
      <span className={classes.mark} aria-hidden="true" />
      {children}
    </span>
  )
}
