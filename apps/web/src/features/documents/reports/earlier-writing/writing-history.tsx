import type { EarlierDocument } from '@penmark/contract'
import { type HistoryPlot, historyPlots } from '@penmark/wording'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '../../../../lib/format/format.ts'
import textClasses from '../../../../ui/theme/text.module.css'
import { Disclosure } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './earlier-writing.module.css'

interface WritingHistoryProps {
  /** The text of the report; null outside of a report. */
  documentId: string | null
  /** Documents of one student, oldest first. */
  history: readonly EarlierDocument[]
}

/**
 * A student's texts over time: score and measures of style as plots, and the same figures as a table. One
 * text alone is no plot.
 */
export function WritingHistory({ documentId, history }: WritingHistoryProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const plots = historyPlots(history, documentId, format)
  return (
    <>
      {history.length > 1 && (
        <>
          <div className={classes.plots}>
            {plots.map((plot) => (
              <MeasurePlot key={plot.measure} plot={plot} history={history} />
            ))}
          </div>
          <Legend hasHere={documentId !== null} hasRange={plots.some(({ range }) => range !== null)} />
        </>
      )}
      <Disclosure title={t('distribution.table')}>
        <HistoryTable documentId={documentId} history={history} />
      </Disclosure>
    </>
  )
}

type Kind = HistoryPlot['points'][number]['kind']

const width = 320
const left = 36
const right = 12
const top = 20
const axisY = 120
const height = 140

interface MeasurePlotProps {
  plot: HistoryPlot
  history: readonly EarlierDocument[]
}

/**
 * One measure by text. The texts are equally spaced, because those of one upload would overlap on a time
 * scale.
 */
function MeasurePlot({ plot: { measure, points, ticks, range }, history }: MeasurePlotProps) {
  const { t, i18n } = useTranslation('report')
  const heading = useId()
  const [lowest, highest] = [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1]
  const xOf = (index: number) => left + ((index + 0.5) / points.length) * (width - left - right)
  const yOf = (value: number) => axisY - ((value - lowest) / (highest - lowest)) * (axisY - top)
  const currentIndex = points.findIndex(({ kind }) => kind === 'here')
  const [first, last] = [history[0], history.at(-1)]
  return (
    <figure className={classes.figure} aria-labelledby={heading}>
      <figcaption id={heading} className={classes.caption}>
        {t(`earlier.plot.${measure}`)}
      </figcaption>
      <svg className={classes.plot} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {range && (
          <rect
            className={classes.range}
            x={left}
            width={width - left - right}
            y={yOf(range.high) - 1}
            height={yOf(range.low) - yOf(range.high) + 2}
          />
        )}
        {ticks.map(({ value, label }) => (
          <g key={value}>
            <line className={classes.level} x1={left} x2={width - right} y1={yOf(value)} y2={yOf(value)} />
            <text className={classes.label} x={left - 6} y={yOf(value) + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {currentIndex >= 0 && (
          <>
            <line
              className={classes.here}
              x1={xOf(currentIndex)}
              x2={xOf(currentIndex)}
              y1={top - 4}
              y2={axisY}
            />
            <text
              className={classes.hereLabel}
              x={xOf(currentIndex)}
              y={top - 8}
              textAnchor={anchorAt(currentIndex / points.length)}
            >
              {t('similar.here')}
            </text>
          </>
        )}
        {points.map(({ id, value, kind }, index) => (
          <Mark key={id} kind={kind} x={xOf(index)} y={yOf(value)} />
        ))}
        {first && last && (
          <>
            <text className={classes.label} x={left} y={height - 4}>
              {formatDate(i18n, first.created_at)}
            </text>
            <text className={classes.label} x={width - right} y={height - 4} textAnchor="end">
              {formatDate(i18n, last.created_at)}
            </text>
          </>
        )}
      </svg>
    </figure>
  )
}

const anchorAt = (share: number) => (share < 0.2 ? 'start' : share > 0.6 ? 'end' : 'middle')

/** Shapes differ as well as fills, so that colour is not the only sign. */
function Mark({ kind, x, y }: { kind: Kind; x: number; y: number }) {
  if (kind === 'here')
    return <path className={classes.mark} data-kind={kind} d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />
  return <circle className={classes.mark} data-kind={kind} cx={x} cy={y} r={4} />
}

function Legend({ hasHere, hasRange }: { hasHere: boolean; hasRange: boolean }) {
  const { t } = useTranslation('report')
  const keyOf = (kind: Kind, label: ReactNode) => (
    <li>
      <svg className={classes.key} viewBox="0 0 14 14" aria-hidden="true">
        <Mark kind={kind} x={7} y={7} />
      </svg>
      {label}
    </li>
  )
  return (
    <>
      <ul className={classes.legend}>
        {hasHere && keyOf('here', t('similar.here'))}
        {keyOf('known', t('earlier.legend.known'))}
        {keyOf('other', t('earlier.legend.other'))}
        {hasRange && (
          <li>
            <span className={classes.swatch} aria-hidden="true" />
            {t('earlier.legend.range')}
          </li>
        )}
      </ul>
      <p className={classes.note}>{t('earlier.legend.order')}</p>
    </>
  )
}

function HistoryTable({ documentId, history }: WritingHistoryProps) {
  const { t, i18n } = useTranslation('report')
  const format = useReportFormat()
  return (
    <table className={classes.table}>
      <caption className={textClasses.visuallyHidden}>{t('earlier.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('earlier.table.text')}</th>
          <th scope="col">{t('distribution.score')}</th>
          <th scope="col">{t('earlier.measure.sentence-words')}</th>
          <th scope="col">{t('earlier.measure.word-letters')}</th>
        </tr>
      </thead>
      <tbody>
        {history.map(
          ({ document_id, filename, created_at, written_in_class, score, sentence_words, word_letters }) => (
            <tr key={document_id}>
              <th scope="row">
                {document_id === documentId ? (
                  <strong>{t('style.here')}</strong>
                ) : (
                  <Link to={`/documents/${document_id}/report`}>{filename}</Link>
                )}
                <span className={classes.when}>
                  {formatDate(i18n, created_at)}
                  {written_in_class && ` · ${t('writtenInClass')}`}
                </span>
              </th>
              <td>{format.score(score)}</td>
              <td>{format.decimal(sentence_words)}</td>
              <td>{format.decimal(word_letters)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}
