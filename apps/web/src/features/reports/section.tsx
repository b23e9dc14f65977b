import { type ReactNode, useId } from 'react'
import classes from './report.module.css'

interface SectionProps {
  title: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

/** A part of the report: a landmark that its heading names. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
