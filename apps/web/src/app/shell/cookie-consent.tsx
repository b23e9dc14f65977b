import { lazy, Suspense } from 'react'
import { useConsent } from '../../lib/consent/consent.ts'
import { loadNamespaces } from '../../lib/i18n/load-words.ts'

/** Loaded only when needed: most people have decided on the public site already. */
const Banner = lazy(async () => {
  const [{ CookieBanner }] = await Promise.all([import('../../features/cookies/cookie-banner.tsx'), loadNamespaces(['cookies'])])
  return { default: CookieBanner }
})

/** The cookie banner, while there is no decision. */
export function CookieConsent() {
  if (useConsent() !== null) return null
  return (
    <Suspense fallback={null}>
      <Banner />
    </Suspense>
  )
}
