import type { ReactNode } from 'react'
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

interface NarrowProps {
  name: string
  /** What else there is to say, in parts. */
  about: readonly (string | null)[]
  children?: ReactNode
}

/** A row in two lines, for narrow screens, with its actions at the right. */
export function NarrowRow({ name, about, children }: NarrowProps) {
  return (
    <div className={classes.narrow}>
      <span className={classes.narrowWords}>
        <span className={classes.name}>{name}</span>
        <span className={classes.soft}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </div>
  )
}
