import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { UsageBar, usedPercent } from '../../ui/usage-bar/usage-bar.tsx'
import classes from './usage.module.css'

interface UsageProps {
  used: number
  /** Null is unlimited. */
  limit: number | null
  remaining: number | null
  /** When the allowance renews. */
  renewedAt: string
}

/** The words of this month. */
export function Usage({ used, limit, remaining, renewedAt }: UsageProps) {
  const { t, i18n } = useTranslation('subscriptions')
  const number = (value: number) => formatNumber(i18n, value)
  return (
    <section className={classes.usage}>
      <SectionHeader title={t('usage.title')} />
      <p className={classes.words}>
        <span>
          {limit === null ? t('usage.unlimited', { used: number(used) }) : t('usage.of', { used: number(used), limit: number(limit) })}
        </span>
        {limit !== null && <span className={classes.share}>{t('usage.share', { percent: number(usedPercent(used, limit)) })}</span>}
      </p>
      <UsageBar label={t('usage.label')} used={used} limit={limit} />
      <p className={classes.rest}>
        {remaining !== null && `${t('usage.left', { words: number(remaining) })} `}
        {t('usage.renewed', { date: formatDate(i18n, renewedAt) })}
      </p>
    </section>
  )
}
