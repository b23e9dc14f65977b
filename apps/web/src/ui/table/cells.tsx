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
    <span className={classes.muted}>–</span>
  )
}

/** A name that links to what it names, whole in as many lines as it needs. */
export function LinkCell({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.link}>
      {children}
    </Link>
  )
}

interface NarrowRowProps {
  name: string
  /** Target of the name's link. */
  to?: string
  /** Details below the name; null entries are left out. */
  about: readonly (string | null)[]
  children?: ReactNode
}

/** A row in two lines for narrow screens, with its actions on the right. */
export function NarrowRow({ name, to, about, children }: NarrowRowProps) {
  return (
    <div className={classes.narrow}>
      <span className={classes.narrowText}>
        {to === undefined ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <Link to={to} className={`${classes.name} ${classes.link}`}>
            {name}
          </Link>
        )}
        <span className={classes.muted}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </div>
  )
}

interface RowActionProps {
  /** Accessible name: the action and its object. */
  label: string
  children: ReactNode
}

type ButtonProps = Pick<ComponentProps<'button'>, 'disabled' | 'onClick'>

interface RowLinkProps extends Omit<RowActionProps, 'label'> {
  to: string
  label?: string
  framed?: boolean
  /** The target belongs to the public site, not to the application. */
  isPublicSite?: boolean
}

/**
 * Row actions as plain elements: a long list renders hundreds while scrolling, and Mantine's buttons were its
 * largest cost (docs/decisions/0035-small-bundles.md).
 */
export function RowLink({ to, label, children, framed = false, isPublicSite = false }: RowLinkProps) {
  return (
    <Link
      className={framed ? classes.framed : classes.plain}
      to={to}
      reloadDocument={isPublicSite}
      aria-label={label}
    >
      {children}
    </Link>
  )
}

/** A disabled `RowLink`. */
export function DisabledRowLink({
  label,
  children,
  className = '',
}: RowActionProps & { className?: string | undefined }) {
  return (
    <button type="button" className={`${classes.plain} ${className}`} disabled aria-label={label}>
      {children}
    </button>
  )
}

/** An icon button for a row; `title` names the action alone. */
export function RowIcon({
  label,
  title,
  children,
  ...button
}: RowActionProps & ButtonProps & { title: string }) {
  return (
    <button type="button" className={classes.icon} aria-label={label} title={title} {...button}>
      {children}
    </button>
  )
}

/** An icon that links to the page where the row is edited. */
export function RowIconLink({
  to,
  state,
  label,
  title,
  children,
}: RowActionProps & { to: string; state?: unknown; title: string }) {
  return (
    <Link className={classes.icon} to={to} state={state} aria-label={label} title={title}>
      {children}
    </Link>
  )
}
