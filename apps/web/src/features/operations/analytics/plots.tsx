import { useElementSize } from '@mantine/hooks'
import { fewScored, type MonthTally, scoreTenths, verdictAtPercent } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import textClasses from '../../../ui/theme/text.module.css'
import classes from './analytics.module.css'

const height = 200
/** Space for the numbers above the bars and the labels below them, in pixels. */
const histogramPadding = { top: 24, bottom: 44 }
const gap = 4
/** Used until the width is known. */
const defaultWidth = 480

/**
 * How many documents have a score in each tenth. Bars from the threshold on are hatched, so that colour is
 * not the only sign.
 */
export function Histogram({ byScore }: { byScore: readonly number[] }) {
  const { t, i18n } = useTranslation('analytics')
  const { ref, width: measured } = useElementSize()
  const width = measured || defaultWidth
  const step = width / scoreTenths
  const axisY = height - histogramPadding.bottom
  const percent = (tenth: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(tenth / scoreTenths)
  const total = byScore.reduce((sum, documents) => sum + documents, 0)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{t('histogram.title')}</figcaption>
      <div ref={ref} className={classes.plot}>
        <svg width={width} height={height} role="img" aria-label={t('histogram.label', { count: total })}>
          <defs>
            <pattern
              id="flagged"
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" className={classes.flaggedGround} />
              <line x1="0" x2="0" y1="0" y2="6" className={classes.flaggedLine} />
            </pattern>
          </defs>
          {tenthsOf(byScore).map(({ tenth, documents, share }) => {
            const barHeight = share * (axisY - histogramPadding.top)
            const x = tenth * step
            return (
              <g key={tenth}>
                {documents > 0 && (
                  <rect
                    x={x + gap / 2}
                    y={axisY - barHeight}
                    width={step - gap}
                    height={barHeight}
                    className={classes.bar}
                    {...(tenth >= firstFlaggedTenth ? { fill: 'url(#flagged)' } : {})}
                  />
                )}
                {documents > 0 && (
                  <text x={x + step / 2} y={axisY - barHeight - 6} className={classes.count}>
                    {formatNumber(i18n, documents)}
                  </text>
                )}
                {tenth % 2 === 0 && (
                  <text x={x} y={axisY + 18} className={classes.tick} data-first={tenth === 0 || undefined}>
                    {percent(tenth)}
                  </text>
                )}
              </g>
            )
          })}
          <text x={width} y={axisY + 18} className={classes.tick} data-last>
            {percent(scoreTenths)}
          </text>
          <line x1={0} x2={width} y1={axisY} y2={axisY} className={classes.axis} />
          <line
            x1={firstFlaggedTenth * step}
            x2={firstFlaggedTenth * step}
            y1={4}
            y2={axisY}
            className={classes.threshold}
          />
          <text x={firstFlaggedTenth * step + 6} y={14} className={classes.thresholdLabel}>
            {t('histogram.threshold')}
          </text>
          <text x={width / 2} y={height - 6} className={classes.axisLabel}>
            {t('histogram.axis')}
          </text>
        </svg>
      </div>
      <AsTable
        caption={t('histogram.title')}
        columnHeadings={[t('histogram.axis'), t('documents')]}
        rows={byScore.map((documents, tenth) => ({
          rowHeading: t('histogram.range', { from: percent(tenth), to: percent(tenth + 1) }),
          cells: [formatNumber(i18n, documents)],
        }))}
      />
    </figure>
  )
}

/** A small histogram for a table row; its figures are in the row. */
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
          data-flagged={tenth >= firstFlaggedTenth || undefined}
        />
      ))}
    </svg>
  )
}

/** The first tenth of the score that is flagged. */
const firstFlaggedTenth = (verdictAtPercent / 100) * scoreTenths

/** Documents in each tenth of the score, with their share of the fullest tenth. */
function tenthsOf(byScore: readonly number[]): { tenth: number; documents: number; share: number }[] {
  const largest = Math.max(1, ...byScore)
  return byScore.map((documents, tenth) => ({ tenth, documents, share: documents / largest }))
}

interface AsTableProps {
  /** The table's caption. */
  caption: string
  columnHeadings: string[]
  rows: { rowHeading: string; cells: ReactNode[] }[]
}

/** A plot's figures as a table, for screen readers and exact reading. */
function AsTable({ caption, columnHeadings, rows }: AsTableProps) {
  const { t } = useTranslation('analytics')
  return (
    <details className={classes.details}>
      <summary>{t('plot.asTable')}</summary>
      <table className={classes.figures}>
        <caption className={textClasses.visuallyHidden}>{caption}</caption>
        <thead>
          <tr>
            {columnHeadings.map((rowHeading) => (
              <th key={rowHeading} scope="col">
                {rowHeading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rowHeading, cells }) => (
            <tr key={rowHeading}>
              <th scope="row">{rowHeading}</th>
              {cells.map((cell, column) => (
                <td key={columnHeadings[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** How many months a plot shows; the table beside it has them all. */
const monthsShown = 12

const emptyMonth = { documents: 0, scored: 0, mean: null, flagged: 0 }

function addMonths(month: string, by: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The last months without gaps, including those without uploads, so that time is drawn to scale. */
export function withoutGaps(months: readonly MonthTally[]): MonthTally[] {
  const last = months.at(-1)?.month
  if (last === undefined) return []
  const tallyByMonth = new Map(months.map((tally) => [tally.month, tally]))
  const first = months[0]?.month ?? last
  return Array.from({ length: monthsShown }, (_, i) => addMonths(last, i + 1 - monthsShown))
    .filter((month) => month >= first)
    .map((month) => tallyByMonth.get(month) ?? { month, ...emptyMonth })
}

/** `Nov 2026`, or `Nov` where space is short. */
export function formatMonth(language: string, month: string, short = false): string {
  const form = short ? ({ month: 'short' } as const) : ({ month: 'short', year: 'numeric' } as const)
  return new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** Space around the plot for its labels, in pixels. */
const trendPadding = { top: 12, bottom: 44, start: 44, end: 16 }
const gridShares = [0, 0.5, 1]

/** The mean score by month. Months with few documents are hollow, months without any break the line. */
export function Trend({ months }: { months: readonly MonthTally[] }) {
  const { t, i18n } = useTranslation('analytics')
  const { ref, width: measured } = useElementSize()
  const width = measured || defaultWidth
  const shown = withoutGaps(months)
  const step = (width - trendPadding.start - trendPadding.end) / Math.max(1, shown.length)
  const xOf = (index: number) => trendPadding.start + (index + 0.5) * step
  const yOf = (share: number) =>
    trendPadding.top + (1 - share) * (height - trendPadding.top - trendPadding.bottom)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const points = shown.map((month, index) => ({ ...month, x: xOf(index) }))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{t('trend.title')}</figcaption>
      <div ref={ref} className={classes.plot}>
        <svg width={width} height={height} role="img" aria-label={t('trend.label', { count: points.length })}>
          {gridShares.map((share) => (
            <g key={share}>
              <line
                x1={trendPadding.start}
                x2={width - trendPadding.end}
                y1={yOf(share)}
                y2={yOf(share)}
                className={share === 0 ? classes.axis : classes.grid}
              />
              <text x={trendPadding.start - 8} y={yOf(share) + 4} className={classes.tick} data-last>
                {percent.format(share)}
              </text>
            </g>
          ))}
          {points.map(({ month, mean, x }, index) => {
            const next = points[index + 1]
            return mean !== null && next && next.mean !== null ? (
              <line
                key={month}
                x1={x}
                x2={next.x}
                y1={yOf(mean)}
                y2={yOf(next.mean)}
                className={classes.line}
              />
            ) : null
          })}
          {points.map(({ month, mean, scored, x }) => (
            <g key={month}>
              {mean !== null && (
                <circle
                  cx={x}
                  cy={yOf(mean)}
                  r={5}
                  className={classes.dot}
                  data-few={scored < fewScored || undefined}
                />
              )}
              <text x={x} y={height - trendPadding.bottom + 18} className={classes.tick}>
                {formatMonth(i18n.language, month, true)}
              </text>
              <text x={x} y={height - trendPadding.bottom + 36} className={classes.tick} data-soft>
                {formatNumber(i18n, scored)}
              </text>
            </g>
          ))}
          <text x={0} y={height - trendPadding.bottom + 36} className={classes.tick} data-first data-soft>
            {t('trend.n')}
          </text>
        </svg>
      </div>
      <p className={classes.note}>{t('trend.note', { count: fewScored })}</p>
      <AsTable
        caption={t('trend.title')}
        columnHeadings={[t('trend.month'), t('documents'), t('scored'), t('mean'), t('flagged')]}
        rows={months.map(({ month, documents, scored, mean, flagged }) => ({
          rowHeading: formatMonth(i18n.language, month),
          cells: [
            formatNumber(i18n, documents),
            formatNumber(i18n, scored),
            formatPercent(i18n, mean),
            formatNumber(i18n, flagged),
          ],
        }))}
      />
    </figure>
  )
}
