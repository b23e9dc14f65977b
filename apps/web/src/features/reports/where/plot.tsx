import { type HumanBand, markedStretches, pathOf, type Step, type Stop, scoreBands, verdictAtPercent } from '@penmark/contract'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import { paragraphId } from '../text/paragraph.tsx'
import classes from './plot.module.css'

const across = 1_000
const up = 100
/** A band of human texts can be a hair's breadth; it is drawn so that it is seen. */
const narrowestBand = 1.5
/** Beneath the line, so that the bars of marked passages never hide the band. */
const barAt = 106
const levels = [100, scoreBands.red, verdictAtPercent, scoreBands.amber, 0]
/** Above so many paragraphs the lines between them would be a fence. */
const mostDividers = 60

interface PlotProps {
  steps: readonly Step[]
  stops: readonly Stop[]
  band: HumanBand | null
  onJump: (paragraph: number) => void
}

/** The score along the document. A picture for the eye and the pointer; the table beneath it serves everybody else. */
export function Plot({ steps, stops, band, onJump }: PlotProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const path = useMemo(() => pathOf(steps, across, up), [steps])
  const marked = useMemo(() => markedStretches(steps), [steps])
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <div className={classes.plot} aria-hidden="true">
      <div className={classes.levels}>
        {levels.map((level) => (
          <span key={level} style={{ top: `${100 - level}%` }}>
            {figures.share(level / 100)}
          </span>
        ))}
      </div>
      <svg aria-hidden="true" className={classes.picture} viewBox={`0 0 ${across} ${up}`} preserveAspectRatio="none">
        {band && (
          <rect
            className={classes.human}
            width={across}
            y={(1 - band.high) * up}
            height={Math.max(narrowestBand, (band.high - band.low) * up)}
          />
        )}
        {marked.map(({ from, to, strength }) => (
          <rect
            key={from}
            className={classes.wash}
            data-strength={strength}
            x={from * across}
            width={(to - from) * across}
            y={0}
            height={up}
          />
        ))}
        {levels.map((level) => (
          <line
            key={level}
            className={classes.level}
            data-cut={level === verdictAtPercent || undefined}
            x2={across}
            y1={up - level}
            y2={up - level}
          />
        ))}
        {stops.length <= mostDividers &&
          stops
            .slice(1)
            .map(({ number, from }) => <line key={number} className={classes.divider} x1={from * across} x2={from * across} y2={up} />)}
        <path className={classes.curve} d={path} />
        {marked.map(({ from, to, strength }) => (
          <line key={from} className={classes.bar} data-strength={strength} x1={from * across} x2={to * across} y1={barAt} y2={barAt} />
        ))}
        {stops.map(({ number, from, to, score }) => (
          <a key={number} href={`#${paragraphId(number)}`} tabIndex={-1} onClick={(event) => jump(event, number)}>
            <rect className={classes.target} x={from * across} width={(to - from) * across} height={up}>
              <title>{t('where.jump', { number, score: score === null ? t('notAvailable') : figures.score(score) })}</title>
            </rect>
          </a>
        ))}
      </svg>
      <div className={classes.ends}>
        <span>{t('where.start')}</span>
        <span>{t('where.end')}</span>
      </div>
    </div>
  )
}
