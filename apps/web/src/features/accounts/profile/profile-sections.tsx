import { Button } from '@mantine/core'
import { brand } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSettings } from '../../../lib/call/queries.tsx'
import { formatBytes, formatDate, formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import text from '../../../ui/theme/text.module.css'
import { UsageBar, usedPercent } from '../../../ui/usage-bar/usage-bar.tsx'
import classes from './profile.module.css'
import type { FallbackReason, Profile } from './profile.ts'

/** A part of the profile with its own heading and a divider above. */
export function ProfileSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.section}>
      <SectionHeader title={title} />
      {children}
    </section>
  )
}

/** The teacher's plan and sign-in, with links to change them. */
export function Account({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation(['profile', 'shell'])
  const accountUrl = useSettings()?.oidc.account_url
  const plan = { FREE: t('shell:plan.free'), PRO: t('shell:plan.pro'), SCHOOLS: t('shell:plan.schools') }[
    profile.plan
  ]
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
      {accountUrl === null && <p className={text.small}>{t('account.elsewhere')}</p>}
      {accountUrl && (
        <p className={classes.plain}>
          <a href={accountUrl}>{t('account.security')}</a>
        </p>
      )}
    </>
  )
}

/** How to reach support. The teacher's own details stand in the form above. */
export function Contact() {
  const { t } = useTranslation('profile')
  const support = useSettings()?.support_email ?? brand.supportEmail
  return (
    <p className={classes.plain}>
      {t('contact.support')} <a href={`mailto:${support}`}>{support}</a>
    </p>
  )
}

/** The words of this cycle, as a bar and as numbers. */
export function UsageDetails({ profile: { usage, current_period_end } }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profile')
  if (usage === null) return <p className={text.small}>{t('usage.unknown')}</p>
  const number = (value: number) => formatNumber(i18n, value)
  const { used, limit, remaining, documents, characters, storage } = usage
  return (
    <div className={classes.usage}>
      <p className={classes.figures}>
        <span>
          {limit === null
            ? t('usage.unlimited', { used: number(used) })
            : t('usage.of', { used: number(used), limit: number(limit) })}
        </span>
        {limit !== null && (
          <span className={text.small}>
            {t('usage.share', { percent: number(usedPercent(used, limit)) })}
          </span>
        )}
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
            <dd>
              {t('usage.characters.of', {
                remaining: number(characters.remaining),
                limit: number(characters.limit),
              })}
            </dd>
          </>
        )}
        <dt>{t('usage.documents')}</dt>
        <dd>{number(documents)}</dd>
        <dt>{t('usage.storage')}</dt>
        <dd>
          {t('usage.storage.of', {
            used: formatBytes(i18n, storage.used),
            limit: formatBytes(i18n, storage.limit),
          })}
        </dd>
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

/** Says that the profile shown comes from identity data, and why saving is off. */
export function FallbackNotice({ reason, onRetry }: { reason: FallbackReason; onRetry: () => void }) {
  const { t } = useTranslation(['profile', 'ui'])
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" onClick={onRetry}>
          {t('ui:retry')}
        </Button>
      }
    >
      <p>{t('fallback')}</p>
      <p className={text.small}>{t(`fallback.${reason}`)}</p>
    </Notice>
  )
}
