import { brand } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings/use-settings.ts'
import classes from './profile.module.css'
import type { Profile } from './profile.ts'

/** How the teacher is reached, and how they reach us. */
export function Contact({ profile: { email, phone, address } }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const support = useSettings()?.support_email ?? brand.supportEmail
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('field.email')}</dt>
        <dd>{email}</dd>
        <dt>{t('field.phone')}</dt>
        <dd>{phone || t('contact.none')}</dd>
        <dt>{t('field.address')}</dt>
        <dd className={classes.address}>{address || t('contact.none')}</dd>
      </dl>
      <p className={classes.plain}>
        {t('contact.support')} <a href={`mailto:${support}`}>{support}</a>
      </p>
    </>
  )
}
