import { brand } from '@penmark/contract'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { Mark } from '../../ui/brand/mark.tsx'
import { PreferenceSelects } from '../../ui/preferences/preference-selects.tsx'
import classes from './public-frame.module.css'

interface PublicFrameProps {
  title: string
  lead?: string
  /** The breadcrumb above the headline. */
  above?: ReactNode
  children: ReactNode
}

/** The frame of a public page. */
export function PublicFrame({ title, lead, above, children }: PublicFrameProps) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" className={classes.brand}>
          <Mark />
          {brand.name}
        </Link>
        <PreferenceSelects />
      </header>
      <main className={classes.main}>
        {above}
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  )
}
