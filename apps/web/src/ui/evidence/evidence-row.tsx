import type { EvidenceTone } from '@penmark/wording'
import type { ReactNode } from 'react'
import classes from './evidence-row.module.css'

/**
 * What else is known of a text beside its finding, one cell from each source. A source with nothing to say
 * leaves its cell out.
 */
export function EvidenceRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className={classes.row}>{children}</dl>
    </section>
  )
}

interface EvidenceCellProps {
  title: string
  /** Null while it is loading. */
  tone: EvidenceTone | null
  children?: ReactNode
  /** Leads to more. */
  action?: ReactNode
}

/** One source: what it says, and a way to read more. Its space is kept while it is loading. */
export function EvidenceCell({ title, tone, children, action }: EvidenceCellProps) {
  return (
    <div className={classes.cell} data-tone={tone ?? 'quiet'} aria-busy={tone === null}>
      <dt>{title}</dt>
      <dd>
        {tone === null ? '…' : children} {action}
      </dd>
    </div>
  )
}
