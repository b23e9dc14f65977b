import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './cells.module.css'

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

interface Words {
  /** Accessible name: the action and its object. */
  label: string
  children: ReactNode
}

type Press = Pick<ComponentProps<'button'>, 'disabled' | 'onClick'>

/**
 * Row actions as plain elements: a long list renders hundreds while scrolling, and Mantine's buttons were its largest cost
 * (docs/decisions/0034-mantine-with-our-own-theme.md).
 */
interface RowLinkProps extends Omit<Words, 'label'> {
  to: string
  label?: string
  framed?: boolean
  /** Whether the page belongs to the public site and not to the application. */
  isOutside?: boolean
}

export function RowLink({ to, label, children, framed = false, isOutside = false }: RowLinkProps) {
  return (
    <Link className={framed ? classes.framed : classes.word} to={to} reloadDocument={isOutside} aria-label={label}>
      {children}
    </Link>
  )
}

/** A disabled `RowLink`. */
export function DisabledRowLink({ label, children, className = '' }: Words & { className?: string | undefined }) {
  return (
    <button type="button" className={`${classes.word} ${className}`} disabled aria-label={label}>
      {children}
    </button>
  )
}

/** An icon button for a row; `title` names the action alone. */
export function RowIcon({ label, title, children, ...press }: Words & Press & { title: string }) {
  return (
    <button type="button" className={classes.icon} aria-label={label} title={title} {...press}>
      {children}
    </button>
  )
}

/** An icon that links to the page where the row is edited. */
export function RowIconLink({ to, state, label, title, children }: Words & { to: string; state?: unknown; title: string }) {
  return (
    <Link className={classes.icon} to={to} state={state} aria-label={label} title={title}>
      {children}
    </Link>
  )
}
