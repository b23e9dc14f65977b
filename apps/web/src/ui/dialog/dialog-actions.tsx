import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** The foot of a dialog: the way out first, the deed last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
