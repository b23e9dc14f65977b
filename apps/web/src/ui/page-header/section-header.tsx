import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

/** The head of a part of a page. */
export function SectionHeader({ title, actions }: { title: string; actions?: ReactNode }) {
  return (
    <div className={classes.section}>
      <Title order={2}>{title}</Title>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
