import { brand } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '../../lib/format/format.ts'
import { useSettings } from '../../lib/settings/use-settings.ts'
import classes from './profile.module.css'
import type { Profile } from './profile.ts'

/** The teacher's plan and sign-in, with links to change them. */
export function Account({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation(['profile', 'shell'])
  const accountUrl = useSettings()?.oidc.account_url
  const plan = { FREE: t('shell:plan.free'), PRO: t('shell:plan.pro'), SCHOOLS: t('shell:plan.schools') }[profile.plan]
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('account.plan')}</dt>
        <dd>
          {plan} <Link to="/subscriptions">{t('account.plan.change')}</Link>
        </dd>
        <dt>{t('account.signIn')}</dt>
        <dd>{profile.email}</dd>
        {profile.created_at && (
          <>
            <dt>{t('account.since')}</dt>
            <dd>{formatDate(i18n, profile.created_at)}</dd>
          </>
        )}
      </dl>
      {accountUrl === null && <p className={classes.soft}>{t('account.elsewhere')}</p>}
      {accountUrl && (
        <p className={classes.plain}>
          <a href={accountUrl}>{t('account.security')}</a>
        </p>
      )}
    </>
  )
}

/** Contact details, in both directions. */
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
