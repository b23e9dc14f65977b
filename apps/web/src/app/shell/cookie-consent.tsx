import { lazy, Suspense } from 'react'
import { useConsent } from '../../lib/consent/consent.ts'
import { loadNamespaces } from '../../lib/i18n/load-words.ts'

/** Most people have decided on the public site: nobody else fetches the banner. */
const Banner = lazy(async () => {
  const [{ CookieBanner }] = await Promise.all([import('../../features/cookies/cookie-banner.tsx'), loadNamespaces(['cookies'])])
  return { default: CookieBanner }
})

/** The cookie banner, for who comes to the product without a decision. */
export function CookieConsent() {
  if (useConsent() !== null) return null
  return (
    <Suspense fallback={null}>
      <Banner />
    </Suspense>
  )
}
