import classes from '../analytics.module.css'
import { flaggedFrom, tenthsOf } from './tenths.ts'

/** The shape of a distribution in a line of a table; its figures stand with the class itself. */
export function SmallHistogram({ byScore }: { byScore: readonly number[] }) {
  return (
    <svg className={classes.small} viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="23.5" y2="23.5" className={classes.axis} />
      {tenthsOf(byScore).map(({ tenth, share }) => (
        <rect
          key={tenth}
          x={tenth * 10 + 1}
          y={23 - share * 22}
          width={8}
          height={share * 22}
          className={classes.bar}
          data-flagged={tenth >= flaggedFrom || undefined}
        />
      ))}
    </svg>
  )
}
