import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './tiles.module.css'

interface TileRowProps {
  children: ReactNode
  loading: boolean
  /** The number of tiles side by side on a wide screen. */
  across?: number
  /** Quieter, below what a page is about. */
  small?: boolean
}

/** Figures side by side, each a `Tile`. */
export function TileRow({ children, loading, across = 4, small = false }: TileRowProps) {
  return (
    <dl
      className={classes.tiles}
      aria-busy={loading}
      data-small={small || undefined}
      style={{ '--across': across } as CSSProperties}
    >
      {children}
    </dl>
  )
}

interface TileProps {
  label: string
  /** What the figure counts or is a share of; undefined until it is known. */
  note: string | undefined
  /** The note is a warning. */
  warns?: boolean
  /** The page that lists what the figure counts. */
  to?: string
  /** The name and value of a figure that other places show too, for whoever checks that they agree. */
  figure?: { name: string; value: number | undefined }
  children: ReactNode
}

export function Tile({ label, note, warns = false, to, figure, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>
        {to === undefined ? (
          label
        ) : (
          <Link className={classes.link} to={to}>
            {label}
          </Link>
        )}
      </dt>
      <dd className={classes.figure} data-figure={figure?.name} data-value={figure?.value}>
        {children}
      </dd>
      <dd className={classes.note} data-warns={warns || undefined}>
        {note ?? '\u00a0'}
      </dd>
    </div>
  )
}
