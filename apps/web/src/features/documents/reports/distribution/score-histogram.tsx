import { distributionBins, verdictAtPercent } from '@penmark/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import textClasses from '../../../../ui/theme/text.module.css'
import { Disclosure } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './score-histogram.module.css'

const width = 300
const rowHeight = 64
const labelHeight = 20
const axisHeight = 34
/** Ticks of the axis, as shares of its length. */
const ticks = [0, verdictAtPercent / 100, 1]

/** Texts of one kind by score. */
interface HistogramRow {
  kind: 'human' | 'machine'
  counts: readonly number[]
  /** Below the bars. */
  label: string
  /** Heading of its column in the table. */
  column: string
  /** A count as its cell shows it; by default the number. */
  cell?: (count: number) => string
}

interface ScoreHistogramProps {
  title: string
  /** Score of this text, 0…1; null without such a text. */
  score: number | null
  rows: readonly HistogramRow[]
}

/** The distribution of scores, and this text's place in it: a plot, and the same figures as a table. */
export function ScoreHistogram({ title, score, rows }: ScoreHistogramProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const heading = useId()
  const axisY = rows.length * (rowHeight + labelHeight) + 28
  const height = axisY + axisHeight
  // On the side away from this text, so that its line crosses no label.
  const labelSide = score !== null && score < 0.5 ? { x: width, textAnchor: 'end' as const } : {}
  return (
    <figure className={classes.figure} aria-labelledby={heading}>
      <figcaption id={heading} className={classes.title}>
        {title}
      </figcaption>
      <svg className={classes.plot} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {rows.map(({ kind, counts, label, column }, row) => {
          const base = 28 + rowHeight + row * (rowHeight + labelHeight)
          return (
            <g key={column}>
              <Bars counts={counts} kind={kind} base={base} />
              <line className={classes.axis} x2={width} y1={base} y2={base} />
              <text className={classes.label} y={base + 14} {...labelSide}>
                {label}
              </text>
            </g>
          )
        })}
        <line
          className={classes.threshold}
          x1={(verdictAtPercent / 100) * width}
          x2={(verdictAtPercent / 100) * width}
          y1={16}
          y2={axisY}
        />
        {score !== null && <ThisScore score={score} label={t('similar.here')} axisY={axisY} />}
        <line className={classes.axis} x2={width} y1={axisY} y2={axisY} />
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.axis} x1={tick * width} x2={tick * width} y1={axisY} y2={axisY + 4} />
            <text
              className={classes.label}
              x={tick * width}
              y={axisY + 16}
              textAnchor={tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}
            >
              {format.share(tick)}
            </text>
          </g>
        ))}
        <text className={classes.label} x={width / 2} y={axisY + 31} textAnchor="middle">
          {t('score.name')}
        </text>
      </svg>
      <p className={classes.note}>
        {t('similar.threshold', { threshold: format.share(verdictAtPercent / 100) })}
      </p>
      <Disclosure title={t('distribution.table')}>
        <p className={classes.note}>{t('similar.heights')}</p>
        <table className={classes.table}>
          <caption className={textClasses.visuallyHidden}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('distribution.score')}</th>
              {rows.map(({ column }) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: distributionBins }, (_, bin) => bin / distributionBins).map((from, bin) => (
              <tr key={from}>
                <th scope="row">
                  {t('style.range', {
                    low: format.share(from),
                    high: format.share((bin + 1) / distributionBins),
                  })}
                </th>
                {rows.map(({ column, counts, cell = format.count }) => (
                  <td key={column}>{cell(counts[bin] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  )
}

function ThisScore({ score, label, axisY }: { score: number; label: string; axisY: number }) {
  const x = Math.min(0.995, Math.max(0.005, score)) * width
  return (
    <>
      <line className={classes.here} x1={x} x2={x} y1={18} y2={axisY} />
      <text
        className={classes.hereLabel}
        x={x}
        y={12}
        textAnchor={score > 0.75 ? 'end' : score < 0.25 ? 'start' : 'middle'}
      >
        {label}
      </text>
    </>
  )
}

interface BarsProps {
  counts: readonly number[]
  kind: string
  /** Height of the axis, in units of the view box. */
  base: number
}

/** Heights are square roots of the counts, so that one text among thousands stays visible. */
function Bars({ counts, kind, base }: BarsProps) {
  const tallest = Math.sqrt(Math.max(1, ...counts))
  const bar = width / counts.length
  return counts.map((count, bin) => {
    const height = (Math.sqrt(count) / tallest) * rowHeight
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the bins of a distribution have a fixed order
        key={bin}
        className={classes.bar}
        data-kind={kind}
        x={bin * bar + 0.5}
        width={bar - 1}
        y={base - height}
        height={height}
      />
    )
  })
}
