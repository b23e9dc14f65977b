import type { ReactNode } from 'react'
import classes from './evidence.module.css'

/** A table with its caption, which scrolls sideways where the screen is too narrow for it. */
export function ScrollingTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        {children}
      </table>
    </section>
  )
}
