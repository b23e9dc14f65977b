import type { ReactNode } from 'react'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import classes from './cases.module.css'

/** A titled part of a case or an appeal. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.section} aria-label={title} tabIndex={id === undefined ? undefined : -1}>
      <SectionHeader title={title} />
      {children}
    </section>
  )
}
