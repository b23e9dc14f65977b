import { Title } from '@mantine/core'
import { brand } from '@penmark/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import layout from '../theme/layout.module.css'
import backToClasses from './back-to.module.css'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** The browser tab's title; defaults to the title. */
  tabTitle?: string
  /** One line under the title. */
  lead?: ReactNode
  /** A link above the title, back to where the page belongs. */
  back?: ReactNode
  /** At the right edge; the last one is the page's primary action. */
  actions?: ReactNode
}

/** The head of a page. It also sets the title of the browser's tab. */
export function PageHeader({ title, tabTitle = title, lead, back, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${tabTitle} · ${brand.name}`
  }, [tabTitle])
  return (
    <header className={classes.header}>
      {back && <div className={classes.back}>{back}</div>}
      <div className={classes.row}>
        <div className={classes.text}>
          <Title order={1}>{title}</Title>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={layout.row}>{actions}</div>}
      </div>
    </header>
  )
}

/** The head of a part of a page. */
export function SectionHeader({ title, actions }: { title: string; actions?: ReactNode }) {
  return (
    <div className={classes.section}>
      <Title order={2}>{title}</Title>
      {actions && <div className={layout.row}>{actions}</div>}
    </div>
  )
}

/** The link back, above the title of a page. */
export function BackTo({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={backToClasses.back}>
      <IconArrowLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
