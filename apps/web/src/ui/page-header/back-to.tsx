import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './back-to.module.css'

/** The way back, above the title of a page. */
export function BackTo({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
