import { useTranslation } from 'react-i18next'
import { type Consent, categories } from '../../lib/consent/consent.ts'
import plain from '../../ui/plain/plain.module.css'
import classes from './cookies.module.css'

/** What this browser has stored, and when. Undefined while unknown. */
export function ConsentStatus({ consent }: { consent: Consent | null | undefined }) {
  const { t } = useTranslation('cookies')
  return (
    <section className={classes.status} aria-label={t('status.title')}>
      <h2>{t('status.title')}</h2>
      {consent === null && <p className={plain.warning}>{t('status.none')}</p>}
      {consent && (
        <>
          <dl className={classes.facts}>
            <dt>{t('status.date')}</dt>
            {/* Dates of the record are written the British way in every language (P1 §2). */}
            <dd>{new Date(consent.timestamp).toLocaleString('en-GB')}</dd>
            <dt>{t('status.version')}</dt>
            <dd>{consent.version}</dd>
          </dl>
          <ul className={classes.badges}>
            {categories.map((category) => (
              <li key={category} data-on={consent[category]}>
                <span aria-hidden="true">{consent[category] ? '✓' : '–'}</span> {t(`category.${category}.name`)}:{' '}
                {t(consent[category] ? 'enabled' : 'disabled')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
