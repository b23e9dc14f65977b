import classes from './score-bar.module.css'

interface ScoreBarProps {
  /** 0…1, or null where there is none. */
  share: number | null
  colour: 'red' | 'amber' | 'green' | null
  /** What is shown beside the bar, e.g. `82.4%`. */
  text: string
}

/** A figure over a thin bar. The figure carries the meaning; the bar only helps the eye down a column. */
export function ScoreBar({ share, colour, text }: ScoreBarProps) {
  return (
    <span className={classes.score} data-colour={colour ?? undefined}>
      <span className={classes.text}>{text}</span>
      {share !== null && (
        <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={classes.track} width="100" height="4" />
          <rect className={classes.fill} width={Math.max(2, share * 100)} height="4" />
        </svg>
      )}
    </span>
  )
}
