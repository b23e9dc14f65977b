import { placeOnTrack, type StyleRow, styleFigure } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './style-profile.module.css'

/** Style measures as dots against the range of student texts, with the figures in the table. */
export function StyleProfile({ rows }: { rows: readonly StyleRow[] }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const n = Math.min(...rows.map((row) => row.n))
  return (
    <div className={classes.profile}>
      <h3 className={classes.title}>{t('style.title')}</h3>
      <p className={classes.text}>{t('style.text', { n: figures.count(n) })}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('style.measure')}</th>
            <td aria-hidden="true" />
            <th scope="col">{t('style.here')}</th>
            <th scope="col">{t('style.band')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.measure}>
              <th scope="row">{t(`style.${row.measure}`)}</th>
              <td aria-hidden="true">
                <Track row={row} />
              </td>
              <td className={classes.figure}>
                {styleFigure(row, row.value, figures)}
                {row.isOutside && <span className={classes.outside}> ({t('style.outside')})</span>}
              </td>
              <td className={classes.figure}>
                {t('style.range', { low: styleFigure(row, row.low, figures), high: styleFigure(row, row.high, figures) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Track({ row }: { row: StyleRow }) {
  return (
    <span className={classes.track}>
      <span className={classes.band} />
      <span className={classes.middle} style={{ left: `${100 * placeOnTrack(row, row.middle)}%` }} />
      <span className={classes.dot} data-outside={row.isOutside || undefined} style={{ left: `${100 * placeOnTrack(row, row.value)}%` }} />
    </span>
  )
}
