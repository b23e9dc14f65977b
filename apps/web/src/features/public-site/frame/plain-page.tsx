import type { ReactNode } from 'react'
import prose from '../prose.module.css'

interface PlainPageProps {
  /** Above the headline. */
  above?: ReactNode
  title: string
  lead: string
  children: ReactNode
}

/** A page with a headline and a form. */
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
