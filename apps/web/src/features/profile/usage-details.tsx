import { useTranslation } from 'react-i18next'
import { formatBytes, formatDate, formatNumber } from '../../lib/format/format.ts'
import { UsageBar, usedPercent } from '../../ui/usage-bar/usage-bar.tsx'
import classes from './profile.module.css'
import type { Profile } from './profile.ts'

/** The words of this cycle, as a bar and as numbers. */
export function UsageDetails({ profile: { usage, current_period_end } }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profile')
  if (usage === null) return <p className={classes.soft}>{t('usage.unknown')}</p>
  const number = (value: number) => formatNumber(i18n, value)
  const { used, limit, remaining, documents, characters, storage } = usage
  return (
    <div className={classes.usage}>
      <p className={classes.figures}>
        <span>
          {limit === null ? t('usage.unlimited', { used: number(used) }) : t('usage.of', { used: number(used), limit: number(limit) })}
        </span>
        {limit !== null && <span className={classes.soft}>{t('usage.share', { percent: number(usedPercent(used, limit)) })}</span>}
      </p>
      <UsageBar label={t('usage.label')} used={used} limit={limit} />
      <dl className={classes.facts}>
        {remaining !== null && (
          <>
            <dt>{t('usage.remaining')}</dt>
            <dd>{number(remaining)}</dd>
          </>
        )}
        {characters !== null && (
          <>
            <dt>{t('usage.characters')}</dt>
            <dd>{t('usage.characters.of', { remaining: number(characters.remaining), limit: number(characters.limit) })}</dd>
          </>
        )}
        <dt>{t('usage.documents')}</dt>
        <dd>{number(documents)}</dd>
        <dt>{t('usage.storage')}</dt>
        <dd>{t('usage.storage.of', { used: formatBytes(i18n, storage.used), limit: formatBytes(i18n, storage.limit) })}</dd>
        {current_period_end && (
          <>
            <dt>{t('usage.renewed')}</dt>
            <dd>{formatDate(i18n, current_period_end)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
