import { ltiRefusals } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PublicFrame } from '../public/public-frame.tsx'

/** Why a launch from a learning platform was refused. It needs no sign-in. */
export default function LtiRefusedPage() {
  const { t } = useTranslation('integrations')
  const [search] = useSearchParams()
  const reason = ltiRefusals.find((each) => each === search.get('reason')) ?? 'unknown'
  return (
    <PublicFrame title={t('lti.refused.title')} lead={t('lti.refused.lead')}>
      <p>
        <strong>{t('lti.refused.reason')}:</strong> {t(`lti.refused.${reason}`)}
      </p>
    </PublicFrame>
  )
}
