import type { ReactNode } from 'react'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import classes from './profile.module.css'

/** A part of the profile under its own head, divided from the one before by a rule. */
export function ProfileSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.section}>
      <SectionHeader title={title} />
      {children}
    </section>
  )
}
