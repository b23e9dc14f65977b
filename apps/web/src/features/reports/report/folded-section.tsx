import { type ReactNode, useId } from 'react'
import classes from './folded-section.module.css'

interface FoldedSectionProps {
  id?: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A section of the report that opens on demand: everything that the first screen can do without. Always open in print. */
export function FoldedSection({ id, title, lead, children }: FoldedSectionProps) {
  const heading = useId()
  return (
    <section id={id} className={classes.section} aria-labelledby={heading}>
      <details>
        <summary className={classes.summary}>
          <h2 id={heading} className={classes.title}>
            {title}
          </h2>
        </summary>
        <div className={classes.inside}>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </div>
      </details>
    </section>
  )
}

/** Opens a folded section, for links that lead to it. */
export function unfold(id: string): void {
  const details = document.getElementById(id)?.querySelector('details')
  if (details) details.open = true
}
