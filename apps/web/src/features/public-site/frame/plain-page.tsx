import type { ReactNode } from 'react'
import prose from '../prose.module.css'

interface PlainPageProps {
  /** Stands above the headline. */
  above?: ReactNode
  title: string
  lead: string
  children: ReactNode
}

/** A page of one headline and something to fill in. */
export function PlainPage({ above, title, lead, children }: PlainPageProps) {
  return (
    <>
      {above}
      <h1 className={prose.title}>{title}</h1>
      <p className={prose.lead}>{lead}</p>
      <div className={prose.filled}>{children}</div>
    </>
  )
}
