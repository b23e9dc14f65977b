import { useTranslation } from 'react-i18next'
import { LmsPlanNotice } from '../../features/integrations/lti/plan-notice.tsx'
import { Platforms } from '../../features/integrations/lti/platforms.tsx'
import { useProfile } from '../../features/profile/use-profile.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'

export default function LtiPage() {
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
