import { useTranslation } from 'react-i18next'
import { CookieBanner } from '../../features/public/cookies/cookie-banner.tsx'
import { personOf, SupportForm } from '../../features/public/support/support-form.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'

/** The support form, for everybody; `/contact-us` redirects here. */
export default function SupportPage() {
  const { t } = useTranslation('support')
  const { status, user } = useSession()
  if (status === 'loading') return <Loading />
  return (
    <PublicFrame title={t('title')} lead={t('lead')}>
      <SupportForm person={personOf(user)} />
      <CookieBanner />
    </PublicFrame>
  )
}
