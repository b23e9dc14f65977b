import { type ReactNode, useId } from 'react'
import classes from './report.module.css'

interface SectionProps {
  id?: string
  title: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

/** A section of the report; a landmark named by its heading. */
export function Section({ id, title, lead, children }: SectionProps) {
  const heading = useId()
  return (
    <section id={id} className={classes.section} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
