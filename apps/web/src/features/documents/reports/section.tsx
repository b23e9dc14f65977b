import { type ReactNode, useId } from 'react'
import disclosureClasses from './disclosure.module.css'
import foldedClasses from './folded-section.module.css'
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
}

/** A collapsible part, printed only while it is open. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className={disclosureClasses.disclosure}>
      <summary className={disclosureClasses.summary}>{title}</summary>
      <div className={disclosureClasses.body}>{children}</div>
    </details>
  )
}

interface FoldedSectionProps {
  id?: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

/**
 * A section of the report that opens on demand: everything that the first screen can do without. Printed only
 * while it is open.
 */
export function FoldedSection({ id, title, lead, children }: FoldedSectionProps) {
  const heading = useId()
  return (
    <section id={id} className={foldedClasses.section} aria-labelledby={heading}>
      <details>
        <summary className={foldedClasses.summary}>
          <h2 id={heading} className={foldedClasses.title}>
            {title}
          </h2>
        </summary>
        <div className={foldedClasses.inside}>
          {lead && <p className={foldedClasses.lead}>{lead}</p>}
          {children}
        </div>
      </details>
    </section>
  )
}

interface PartProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of a folded section, shown with it. */
export function Part({ title, lead, children }: PartProps) {
  const heading = useId()
  return (
    <section className={foldedClasses.part} aria-labelledby={heading}>
      <h3 id={heading} className={foldedClasses.title}>
        {title}
      </h3>
      {lead && <p className={foldedClasses.lead}>{lead}</p>}
      {children}
    </section>
  )
}

/** Opens a folded section, for links that lead to it. */
export function unfold(id: string): void {
  const details = document.getElementById(id)?.querySelector('details')
  if (details) details.open = true
}
