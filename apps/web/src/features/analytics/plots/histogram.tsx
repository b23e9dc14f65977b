import { useElementSize } from '@mantine/hooks'
import { scoreTenths, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import classes from '../analytics.module.css'
import { AsTable } from './as-table.tsx'

const height = 200
/** Space for the numbers above the bars and the labels below them, in pixels. */
const room = { top: 24, bottom: 44 }
const gap = 4
/** Used until the width is known. */
const usualWidth = 480

/** How many documents have a score in each tenth. Bars from the threshold on are hatched, so that colour is not the only sign. */
export function Histogram({ byScore }: { byScore: readonly number[] }) {
  const { t, i18n } = useTranslation('analytics')
  const { ref, width: measured } = useElementSize()
  const width = measured || usualWidth
  const step = width / scoreTenths
  const base = height - room.bottom
  const percent = (tenth: number) => new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(tenth / scoreTenths)
  const total = byScore.reduce((sum, each) => sum + each, 0)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{t('histogram.title')}</figcaption>
      <div ref={ref} className={classes.plot}>
        <svg width={width} height={height} role="img" aria-label={t('histogram.label', { count: total })}>
          <defs>
            <pattern id="flagged" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className={classes.flaggedGround} />
              <line x1="0" x2="0" y1="0" y2="6" className={classes.flaggedLine} />
            </pattern>
          </defs>
          {tenthsOf(byScore).map(({ tenth, documents, share }) => {
            const tall = share * (base - room.top)
            const x = tenth * step
            return (
              <g key={tenth}>
                {documents > 0 && (
                  <rect
                    x={x + gap / 2}
                    y={base - tall}
                    width={step - gap}
                    height={tall}
                    className={classes.bar}
                    {...(tenth >= flaggedFrom ? { fill: 'url(#flagged)' } : {})}
                  />
                )}
                {documents > 0 && (
                  <text x={x + step / 2} y={base - tall - 6} className={classes.count}>
                    {formatNumber(i18n, documents)}
                  </text>
                )}
                {tenth % 2 === 0 && (
                  <text x={x} y={base + 18} className={classes.tick} data-first={tenth === 0 || undefined}>
                    {percent(tenth)}
                  </text>
                )}
              </g>
            )
          })}
          <text x={width} y={base + 18} className={classes.tick} data-last>
            {percent(scoreTenths)}
          </text>
          <line x1={0} x2={width} y1={base} y2={base} className={classes.axis} />
          <line x1={flaggedFrom * step} x2={flaggedFrom * step} y1={4} y2={base} className={classes.threshold} />
          <text x={flaggedFrom * step + 6} y={14} className={classes.cutWords}>
            {t('histogram.threshold')}
          </text>
          <text x={width / 2} y={height - 6} className={classes.axisWords}>
            {t('histogram.axis')}
          </text>
        </svg>
      </div>
      <AsTable
        caption={t('histogram.title')}
        heads={[t('histogram.axis'), t('documents')]}
        rows={byScore.map((documents, tenth) => ({
          head: t('histogram.range', { from: percent(tenth), to: percent(tenth + 1) }),
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
          data-flagged={tenth >= flaggedFrom || undefined}
        />
      ))}
    </svg>
  )
}

/** The first tenth of the score that is flagged. */
const flaggedFrom = (verdictAtPercent / 100) * scoreTenths

/** Documents in each tenth of the score, with their share of the fullest tenth. */
function tenthsOf(byScore: readonly number[]): { tenth: number; documents: number; share: number }[] {
  const largest = Math.max(1, ...byScore)
  return byScore.map((documents, tenth) => ({ tenth, documents, share: documents / largest }))
}
