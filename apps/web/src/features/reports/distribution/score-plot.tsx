import { type HumanBand, markedStretches, pathOf, type Step, type Stop, scoreBands, verdictAtPercent } from '@penmark/contract'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './distribution.module.css'

const plotWidth = 1_000
const plotHeight = 100
/** Minimum height of the band of human texts, so that a narrow one stays visible. */
const minBandHeight = 1.5
/** Below the plot, so that the bars of marked passages never cover the band. */
const barY = 106
const levels = [100, scoreBands.red, verdictAtPercent, scoreBands.amber, 0]
/** With more paragraphs than this, dividers would clutter the plot. */
const maxDividers = 60

interface ScorePlotProps {
  steps: readonly Step[]
  stops: readonly Stop[]
  band: HumanBand | null
  onJump: (paragraph: number) => void
}

/** The score along the document. Hidden from screen readers, which get the table below. */
export function ScorePlot({ steps, stops, band, onJump }: ScorePlotProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const path = useMemo(() => pathOf(steps, plotWidth, plotHeight), [steps])
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
      <svg aria-hidden="true" className={classes.picture} viewBox={`0 0 ${plotWidth} ${plotHeight}`} preserveAspectRatio="none">
        {band && (
          <rect
            className={classes.human}
            width={plotWidth}
            y={(1 - band.high) * plotHeight}
            height={Math.max(minBandHeight, (band.high - band.low) * plotHeight)}
          />
        )}
        {marked.map(({ from, to, strength }) => (
          <rect
            key={from}
            className={classes.wash}
            data-strength={strength}
            x={from * plotWidth}
            width={(to - from) * plotWidth}
            y={0}
            height={plotHeight}
          />
        ))}
        {levels.map((level) => (
          <line
            key={level}
            className={classes.level}
            data-threshold={level === verdictAtPercent || undefined}
            x2={plotWidth}
            y1={plotHeight - level}
            y2={plotHeight - level}
          />
        ))}
        {stops.length <= maxDividers &&
          stops
            .slice(1)
            .map(({ number, from }) => (
              <line key={number} className={classes.divider} x1={from * plotWidth} x2={from * plotWidth} y2={plotHeight} />
            ))}
        <path className={classes.curve} d={path} />
        {marked.map(({ from, to, strength }) => (
          <line key={from} className={classes.bar} data-strength={strength} x1={from * plotWidth} x2={to * plotWidth} y1={barY} y2={barY} />
        ))}
        {stops.map(({ number, from, to, score }) => (
          <a key={number} href={`#${paragraphId(number)}`} tabIndex={-1} onClick={(event) => jump(event, number)}>
            <rect className={classes.target} x={from * plotWidth} width={(to - from) * plotWidth} height={plotHeight}>
              <title>{t('distribution.jump', { number, score: score === null ? t('notAvailable') : figures.score(score) })}</title>
            </rect>
          </a>
        ))}
      </svg>
      <div className={classes.ends}>
        <span>{t('distribution.start')}</span>
        <span>{t('distribution.end')}</span>
      </div>
    </div>
  )
}
