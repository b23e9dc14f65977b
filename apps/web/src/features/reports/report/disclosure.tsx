import type { ReactNode } from 'react'
import classes from './disclosure.module.css'

interface DisclosureProps {
  title: string
  children: ReactNode
  /** Not printed; other disclosures are printed open. */
  onScreenOnly?: boolean
}

/** A collapsible part, always open in print. */
export function Disclosure({ title, children, onScreenOnly = false }: DisclosureProps) {
  return (
    <details className={classes.disclosure} data-print={onScreenOnly ? 'left-out' : undefined}>
      <summary className={classes.summary}>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  )
}
