import type { ReactNode } from 'react'
import classes from './disclosure.module.css'

interface DisclosureProps {
  title: string
  children: ReactNode
}

/** A heading line that opens and closes what it says; on paper it is always open. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className={classes.disclosure}>
      <summary className={classes.summary}>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  )
}
