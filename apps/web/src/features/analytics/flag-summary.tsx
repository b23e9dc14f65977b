import { fewScored, type Tally } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './analytics.module.css'
import { formatChance, formatFlags } from './chance.ts'

/** How many are flagged, beside how many would be by chance alone. With few documents it says so first. */
export function FlagSummary({ tally }: { tally: Tally }) {
  const { t, i18n } = useTranslation('analytics')
  const { documents, scored, mean, flagged, expected } = tally
  const number = (value: number) => formatNumber(i18n, value)
  if (scored === 0) return <p className={classes.summary}>{t('summary.none', { count: documents, shown: number(documents) })}</p>
  return (
    <div className={classes.summary}>
      {scored < fewScored && <Notice tone="warning">{t('summary.few', { count: scored })}</Notice>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('summary.mean')}</dt>
          <dd>{formatPercent(i18n, mean)}</dd>
          <dd className={classes.soft}>{t('summary.mean.note', { count: scored, shown: number(scored), all: number(documents) })}</dd>
        </div>
        <div>
          <dt>{t('summary.flagged')}</dt>
          <dd>{t('of', { part: number(flagged), whole: number(scored) })}</dd>
          <dd className={classes.soft}>{t('summary.flagged.note', { share: formatPercent(i18n, flagged / scored) })}</dd>
        </div>
        {expected && (
          <div>
            <dt>{t('summary.expected')}</dt>
            <dd>{formatFlags(i18n.language, expected)}</dd>
            <dd className={classes.soft}>
              {t('summary.expected.note', {
                count: expected.documents,
                shown: number(expected.documents),
                chance: formatChance(i18n.language, expected),
              })}
            </dd>
          </div>
        )}
      </dl>
      <p className={classes.soft}>{t('summary.meaning')}</p>
    </div>
  )
}
