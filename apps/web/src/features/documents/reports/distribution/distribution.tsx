import { type HumanBand, scoreBands, verdictAtPercent } from '@penmark/contract'
import {
  type CurveSegment,
  curveOf,
  type MarkedParagraph,
  markedStretches,
  type ParagraphRange,
  pathOf,
} from '@penmark/wording'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../../../../ui/theme/text.module.css'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { Disclosure, Part } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './distribution.module.css'
import tableClasses from './score-table.module.css'

interface DistributionProps {
  paragraphs: readonly MarkedParagraph[]
  /** Where stretches of human texts usually score; null if the report does not say. */
  band: HumanBand | null
  onJump: (paragraph: number) => void
}

/** The score along the document, as a plot and as a table. */
export function Distribution({ paragraphs, band, onJump }: DistributionProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const curve = useMemo(() => curveOf(paragraphs), [paragraphs])
  return (
    <Part title={t('distribution.title')} lead={t('distribution.text')}>
      <ScorePlot {...curve} band={band} onJump={onJump} />
      {band && (
        <p className={classes.key}>
          <span className={classes.swatch} aria-hidden="true" />
          {t(band.low === 0 ? 'distribution.band' : 'distribution.bandBetween', {
            low: format.bound(band.low),
            high: format.bound(band.high),
            n: format.count(band.n),
          })}
        </p>
      )}
      <Disclosure title={t('distribution.table')}>
        <ScoreTable paragraphs={paragraphs} onJump={onJump} />
      </Disclosure>
    </Part>
  )
}

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
  segments: readonly CurveSegment[]
  paragraphRanges: readonly ParagraphRange[]
  band: HumanBand | null
  onJump: (paragraph: number) => void
}

/** The score along the document. Hidden from screen readers, which get the table below. */
function ScorePlot({ segments, paragraphRanges, band, onJump }: ScorePlotProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const path = useMemo(() => pathOf(segments, plotWidth, plotHeight), [segments])
  const marked = useMemo(() => markedStretches(segments), [segments])
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <div className={classes.plot} aria-hidden="true">
      <div className={classes.levels}>
        {levels.map((level) => (
          <span key={level} style={{ top: `${100 - level}%` }}>
            {format.share(level / 100)}
          </span>
        ))}
      </div>
      <svg
        aria-hidden="true"
        className={classes.picture}
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
        preserveAspectRatio="none"
      >
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
        {paragraphRanges.length <= maxDividers &&
          paragraphRanges
            .slice(1)
            .map(({ number, from }) => (
              <line
                key={number}
                className={classes.divider}
                x1={from * plotWidth}
                x2={from * plotWidth}
                y2={plotHeight}
              />
            ))}
        <path className={classes.curve} d={path} />
        {marked.map(({ from, to, strength }) => (
          <line
            key={from}
            className={classes.bar}
            data-strength={strength}
            x1={from * plotWidth}
            x2={to * plotWidth}
            y1={barY}
            y2={barY}
          />
        ))}
        {paragraphRanges.map(({ number, from, to, score }) => (
          <a
            key={number}
            href={`#${paragraphId(number)}`}
            tabIndex={-1}
            onClick={(event) => jump(event, number)}
          >
            <rect
              className={classes.target}
              x={from * plotWidth}
              width={(to - from) * plotWidth}
              height={plotHeight}
            >
              <title>
                {t('distribution.jump', {
                  number,
                  score: score === null ? t('notAvailable') : format.score(score),
                })}
              </title>
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

interface ScoreTableProps {
  paragraphs: readonly MarkedParagraph[]
  onJump: (paragraph: number) => void
}

/** The plot as a table, one row per paragraph. */
function ScoreTable({ paragraphs, onJump }: ScoreTableProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <table className={tableClasses.table}>
      <caption className={text.visuallyHidden}>{t('distribution.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('distribution.paragraph')}</th>
          <th scope="col">{t('distribution.begins')}</th>
          <th scope="col">{t('distribution.score')}</th>
          <th scope="col">{t('distribution.passages')}</th>
        </tr>
      </thead>
      <tbody>
        {paragraphs.map(({ number, score, leftOut, stretches, passages }) => (
          <tr key={number}>
            <th scope="row">
              <a
                href={`#${paragraphId(number)}`}
                onClick={(event) => jump(event, number)}
                aria-label={t('text.paragraph', { number })}
              >
                {format.count(number)}
              </a>
            </th>
            <td className={tableClasses.begins}>{stretches[0]?.text.slice(0, 80)}</td>
            <td>{score === null ? t(leftOut ? `kind.${leftOut}` : 'notAvailable') : format.score(score)}</td>
            <td>
              {passages.length === 0
                ? t('distribution.none')
                : passages.map((passage) => format.count(passage.number)).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
