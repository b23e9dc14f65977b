import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './line.module.css'

/** A single-line value; the full text is in its title. */
export function TextCell({ children, title }: { children: string | null; title?: string }) {
  return children ? (
    <span className={classes.line} title={title ?? children}>
      {children}
    </span>
  ) : (
    <span className={classes.soft}>–</span>
  )
}

/** A name that leads to what it names. */
export function LinkCell({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.link} title={children}>
      {children}
    </Link>
  )
}

interface NarrowProps {
  name: string
  /** Where the name leads to. */
  to?: string
  /** What else there is to say, in parts. */
  about: readonly (string | null)[]
  children?: ReactNode
}

/** A row in two lines, for narrow screens, with its actions at the right. */
export function NarrowRow({ name, to, about, children }: NarrowProps) {
  return (
    <div className={classes.narrow}>
      <span className={classes.narrowWords}>
        {to === undefined ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <Link to={to} className={`${classes.name} ${classes.link}`}>
            {name}
          </Link>
        )}
        <span className={classes.soft}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </div>
  )
}
