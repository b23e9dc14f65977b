import type { ReactNode } from 'react'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import classes from './profile.module.css'

/** A part of the profile with its own heading and a divider above. */
export function ProfileSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.section}>
      <SectionHeader title={title} />
      {children}
    </section>
  )
}
