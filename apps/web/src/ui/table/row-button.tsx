import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './row-button.module.css'

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
