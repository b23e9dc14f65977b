import type { ReactNode } from 'react'
import classes from './disclosure.module.css'

interface DisclosureProps {
  title: string
  children: ReactNode
  /** Left out on paper, where everything else is open. */
  onScreenOnly?: boolean
}

/** A heading line that opens and closes what it says; on paper it is always open. */
export function Disclosure({ title, children, onScreenOnly = false }: DisclosureProps) {
  return (
    <details className={classes.disclosure} data-print={onScreenOnly ? 'left-out' : undefined}>
      <summary className={classes.summary}>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  )
}
