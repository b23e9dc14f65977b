import { useElementSize } from '@mantine/hooks'
import { fewScored, type MonthTally } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import classes from '../analytics.module.css'
import { AsTable } from './as-table.tsx'

/** How many months a plot shows; the table beside it has them all. */
const monthsShown = 12

const emptyMonth = { documents: 0, scored: 0, mean: null, flagged: 0 }

function monthAfter(month: string, by: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The last months without gaps, including those without uploads, so that time is drawn to scale. */
export function withoutGaps(months: readonly MonthTally[]): MonthTally[] {
  const last = months.at(-1)?.month
  if (last === undefined) return []
  const known = new Map(months.map((each) => [each.month, each]))
  const first = months[0]?.month ?? last
  return Array.from({ length: monthsShown }, (_, i) => monthAfter(last, i + 1 - monthsShown))
    .filter((month) => month >= first)
    .map((month) => known.get(month) ?? { month, ...emptyMonth })
}

/** `Nov 2026`, or `Nov` where space is short. */
export function showMonth(language: string, month: string, short = false): string {
  const form = short ? ({ month: 'short' } as const) : ({ month: 'short', year: 'numeric' } as const)
  return new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}

const height = 200
/** Space around the plot for its labels, in pixels. */
const room = { top: 12, bottom: 44, start: 44, end: 16 }
const usualWidth = 480
const lines = [0, 0.5, 1]

/** The mean score by month. Months with few documents are hollow, months without any break the line. */
export function Trend({ months }: { months: readonly MonthTally[] }) {
  const { t, i18n } = useTranslation('analytics')
  const { ref, width: measured } = useElementSize()
  const width = measured || usualWidth
  const shown = withoutGaps(months)
  const step = (width - room.start - room.end) / Math.max(1, shown.length)
  const xOf = (index: number) => room.start + (index + 0.5) * step
  const yOf = (share: number) => room.top + (1 - share) * (height - room.top - room.bottom)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const points = shown.map((month, index) => ({ ...month, x: xOf(index) }))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{t('trend.title')}</figcaption>
      <div ref={ref} className={classes.plot}>
        <svg width={width} height={height} role="img" aria-label={t('trend.label', { count: points.length })}>
          {lines.map((share) => (
            <g key={share}>
              <line
                x1={room.start}
                x2={width - room.end}
                y1={yOf(share)}
                y2={yOf(share)}
                className={share === 0 ? classes.axis : classes.grid}
              />
              <text x={room.start - 8} y={yOf(share) + 4} className={classes.tick} data-last>
                {percent.format(share)}
              </text>
            </g>
          ))}
          {points.map(({ month, mean, x }, index) => {
            const next = points[index + 1]
            return mean !== null && next && next.mean !== null ? (
              <line key={month} x1={x} x2={next.x} y1={yOf(mean)} y2={yOf(next.mean)} className={classes.line} />
            ) : null
          })}
          {points.map(({ month, mean, scored, x }) => (
            <g key={month}>
              {mean !== null && <circle cx={x} cy={yOf(mean)} r={5} className={classes.dot} data-few={scored < fewScored || undefined} />}
              <text x={x} y={height - room.bottom + 18} className={classes.tick}>
                {showMonth(i18n.language, month, true)}
              </text>
              <text x={x} y={height - room.bottom + 36} className={classes.tick} data-soft>
                {formatNumber(i18n, scored)}
              </text>
            </g>
          ))}
          <text x={0} y={height - room.bottom + 36} className={classes.tick} data-first data-soft>
            {t('trend.n')}
          </text>
        </svg>
      </div>
      <p className={classes.note}>{t('trend.note', { count: fewScored })}</p>
      <AsTable
        caption={t('trend.title')}
        heads={[t('trend.month'), t('documents'), t('scored'), t('mean'), t('flagged')]}
        rows={months.map(({ month, documents, scored, mean, flagged }) => ({
          head: showMonth(i18n.language, month),
          cells: [formatNumber(i18n, documents), formatNumber(i18n, scored), formatPercent(i18n, mean), formatNumber(i18n, flagged)],
        }))}
      />
    </figure>
  )
}
