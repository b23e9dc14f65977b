import { type ReactNode, useId } from 'react'
import disclosureClasses from './disclosure.module.css'
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

interface DisclosureProps {
  title: string
  children: ReactNode
  /** Not printed; other disclosures are printed open. */
  onScreenOnly?: boolean
}

/** A collapsible part, always open in print. */
export function Disclosure({ title, children, onScreenOnly = false }: DisclosureProps) {
  return (
    <details className={disclosureClasses.disclosure} data-print={onScreenOnly ? 'left-out' : undefined}>
      <summary className={disclosureClasses.summary}>{title}</summary>
      <div className={disclosureClasses.body}>{children}</div>
    </details>
  )
}
