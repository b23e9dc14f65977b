import { useTranslation } from 'react-i18next'
import { CookieBanner } from '../../features/public/cookies/cookie-banner.tsx'
import { CookieCrumbs, CookiePreferences } from '../../features/public/cookies/cookie-preferences.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'

/** The cookie settings, for everybody. */
export default function CookiePreferencesPage() {
  const { t } = useTranslation('cookies')
  return (
    <PublicFrame title={t('title')} lead={t('lead')} above={<CookieCrumbs />}>
      <CookiePreferences />
      <CookieBanner />
    </PublicFrame>
  )
}
