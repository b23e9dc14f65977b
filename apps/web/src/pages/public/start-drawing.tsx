import classes from './start.module.css'

const lines = [
  { y: 84, width: 236 },
  { y: 108, width: 252, mark: 'solid' },
  { y: 132, width: 244, mark: 'solid' },
  { y: 156, width: 148 },
  { y: 196, width: 250 },
  { y: 220, width: 238, mark: 'dotted' },
  { y: 244, width: 252 },
  { y: 268, width: 226 },
  { y: 292, width: 96 },
] as const

/** A drawing of a page with two marked passages. Decoration only. */
export function StartDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 360 400" aria-hidden="true">
      <path className={classes.sheet} d="M24 12h256l56 56v320H24z" />
      <path className={classes.fold} d="M280 12v56h56" />
      {lines.map((line) => (
        <g key={line.y}>
          <path className={classes.writing} d={`M52 ${line.y}h${line.width}`} />
          {'mark' in line && <path className={classes.underline} data-mark={line.mark} d={`M52 ${line.y + 9}h${line.width}`} />}
        </g>
      ))}
      <path className={classes.margin} d="M38 102v42" />
      <path className={classes.scale} d="M52 340h252" />
      <path className={classes.point} d="M236 330v20" />
    </svg>
  )
}
