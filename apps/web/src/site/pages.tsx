import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CookieCrumbs } from '../features/cookies/cookie-preferences.tsx'
import { EducatorPage } from '../features/public-site/educator/educator-page.tsx'
import { type PageId, PlainPage } from '../features/public-site/frame/site-frame.tsx'
import { HomePage } from '../features/public-site/home/home-page.tsx'
import { PrivacyPage, TermsPage } from '../features/public-site/legal/legal-pages.tsx'
import { PricingPage } from '../features/public-site/pricing/pricing-page.tsx'
import { TechnologyPage } from '../features/public-site/technology/technology-page.tsx'
import type { IslandId } from './islands/island.ts'

interface RenderContext {
  /** Whether the build has screenshots of the product. */
  hasPictures: boolean
  island: (id: IslandId) => ReactNode
}

export interface SitePage {
  id: PageId
  path: string
  show: (surroundings: RenderContext) => ReactNode
}

/** The public pages that the build renders. */
export const sitePages: SitePage[] = [
  { id: 'home', path: '/', show: ({ hasPictures, island }) => <HomePage hasPictures={hasPictures} demo={island('demo')} /> },
  { id: 'pricing', path: '/pricing', show: () => <PricingPage /> },
  { id: 'educator', path: '/educator', show: () => <EducatorPage /> },
  { id: 'technology', path: '/technology', show: () => <TechnologyPage /> },
  { id: 'privacy', path: '/privacy', show: () => <PrivacyPage /> },
  { id: 'terms', path: '/terms', show: () => <TermsPage /> },
  { id: 'support', path: '/support', show: ({ island }) => <Support form={island('support')} /> },
  { id: 'cookies', path: '/cookie-preferences', show: ({ island }) => <Cookies preferences={island('cookies')} /> },
]

function Support({ form }: { form: ReactNode }) {
  const { t } = useTranslation('support')
  return (
    <PlainPage title={t('title')} lead={t('lead')}>
      {form}
    </PlainPage>
  )
}

function Cookies({ preferences }: { preferences: ReactNode }) {
  const { t } = useTranslation('cookies')
  return (
    <PlainPage above={<CookieCrumbs />} title={t('title')} lead={t('lead')}>
      {preferences}
    </PlainPage>
  )
}
