import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiKeys } from '../../features/integrations/api-keys/api-keys.tsx'
import { MakeKey } from '../../features/integrations/api-keys/make-key.tsx'
import { LmsPlanNotice } from '../../features/integrations/lti/plan-notice.tsx'
import { Platforms } from '../../features/integrations/lti/platforms.tsx'
import { InterestForm, Offers } from '../../features/integrations/overview.tsx'
import { Webhooks } from '../../features/integrations/webhooks/webhooks.tsx'
import { useProfile } from '../../features/profile/use-profile.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'

export function IntegrationsPage() {
  const { t } = useTranslation('integrations')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <SectionHeader title={t('ready')} />
      <Offers />
      <SectionHeader title={t('wish')} />
      <InterestForm />
    </>
  )
}

export function ApiKeysPage() {
  const { t } = useTranslation('integrations')
  const [making, setMaking] = useState(false)
  return (
    <>
      <PageHeader
        title={t('keys.title')}
        lead={t('keys.lead')}
        back={<BackTo to="/integrations">{t('back')}</BackTo>}
        actions={<Button onClick={() => setMaking(true)}>{t('keys.make')}</Button>}
      />
      <ApiKeys />
      <MakeKey opened={making} onClose={() => setMaking(false)} />
    </>
  )
}

export function WebhooksPage() {
  const { t } = useTranslation('integrations')
  return (
    <>
      <PageHeader title={t('hooks.title')} lead={t('hooks.lead')} back={<BackTo to="/integrations">{t('back')}</BackTo>} />
      <Webhooks />
    </>
  )
}

export function LtiPage() {
  const { t } = useTranslation('integrations')
  const profile = useProfile().data?.profile
  return (
    <>
      <PageHeader title={t('lti.title')} lead={t('lti.lead')} back={<BackTo to="/integrations">{t('back')}</BackTo>} />
      {profile && <LmsPlanNotice profile={profile} />}
      {profile?.is_administrator && <Platforms />}
      {profile && !profile.is_administrator && profile.lms_access === 'full' && <Notice tone="info">{t('lti.notYours')}</Notice>}
    </>
  )
}
