import { type EditingHistory as History, historyParts, largestShare, plotSessions } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './editing-history.module.css'

const width = 1_000
const height = 10

/** How a Word file was written: one sentence, and a plot of the sessions along the text. */
export function EditingHistory({ history }: { history: History }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const parts = historyParts(history).map(({ key, count }) => t(key, { count, shown: figures.count(count) }))
  const share = largestShare(history)
  const plotted = plotSessions(history)
  const shown = (['largest', 'other', 'unknown'] as const).filter((session) => plotted.some((stretch) => stretch.session === session))
  return (
    <dd className={classes.history}>
      <p className={classes.sentence}>
        {share === null ? parts.join(', ') : t('history.share', { parts: parts.join(', '), share: figures.share(share) })}
      </p>
      {plotted.length > 1 && (
        <figure className={classes.figure}>
          <svg aria-hidden="true" className={classes.plot} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            {plotted.map(({ from, width: share, session, isEven }) => (
              <rect
                key={from}
                className={classes.stretch}
                data-session={session}
                data-even={isEven || undefined}
                x={from * width}
                width={share * width}
                height={height}
              />
            ))}
          </svg>
          <figcaption className={classes.key}>
            <span>{t('history.plot')}</span>
            {shown.map((session) => (
              <span key={session}>
                <span className={classes.swatch} data-session={session} aria-hidden="true" />
                {t(`history.${session}`)}
              </span>
            ))}
          </figcaption>
        </figure>
      )}
    </dd>
  )
}
