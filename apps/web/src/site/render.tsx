import './site.css'
import { brand, planIds, planPrice } from '@penmark/contract'
import { createInstance, type i18n, type TFunction } from 'i18next'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'
import { CookieBanner } from '../features/public/cookies/cookie-banner.tsx'
import { CookieCrumbs, CookiePreferences } from '../features/public/cookies/cookie-preferences.tsx'
import { DemoCard } from '../features/public/demo/demo-card.tsx'
import { EducatorPage } from '../features/public/site/educator/educator-page.tsx'
import { type Evidence, EvidenceProvider } from '../features/public/site/evidence/figure.tsx'
import { type PageId, PlainPage, SiteFrame, startAddress } from '../features/public/site/frame/site-frame.tsx'
import { HomePage } from '../features/public/site/home/home-page.tsx'
import { PrivacyPage, TermsPage } from '../features/public/site/legal/legal-pages.tsx'
import { LimitsPage } from '../features/public/site/limits/limits-page.tsx'
import { PricingPage, questions } from '../features/public/site/pricing/pricing-page.tsx'
import { TechnologyPage } from '../features/public/site/technology/technology-page.tsx'
import { fallbackLanguage, type Language, languages } from '../lib/i18n/languages.ts'
import { type IslandId, prefixOf } from './islands/island.ts'
import { SupportIsland } from './islands/support.tsx'

interface SitePage {
  id: PageId
  path: string
  render: (parts: PageParts) => ReactNode
}

interface PageParts {
  island: (id: IslandId) => ReactNode
}

/** The public pages that the build renders. */
export const sitePages: SitePage[] = [
  { id: 'home', path: '/', render: ({ island }) => <HomePage demo={island('demo')} /> },
  { id: 'pricing', path: '/pricing', render: () => <PricingPage /> },
  { id: 'educator', path: '/educator', render: () => <EducatorPage /> },
  { id: 'technology', path: '/technology', render: () => <TechnologyPage /> },
  { id: 'limits', path: '/limits', render: () => <LimitsPage /> },
  { id: 'privacy', path: '/privacy', render: () => <PrivacyPage /> },
  { id: 'terms', path: '/terms', render: () => <TermsPage /> },
  { id: 'support', path: '/support', render: ({ island }) => <SupportPage form={island('support')} /> },
  {
    id: 'cookies',
    path: '/cookie-preferences',
    render: ({ island }) => <CookiesPage preferences={island('cookies')} />,
  },
]

function SupportPage({ form }: { form: ReactNode }) {
  const { t } = useTranslation('support')
  return (
    <PlainPage title={t('title')} lead={t('lead')}>
      {form}
    </PlainPage>
  )
}

function CookiesPage({ preferences }: { preferences: ReactNode }) {
  const { t } = useTranslation('cookies')
  return (
    <PlainPage above={<CookieCrumbs />} title={t('title')} lead={t('lead')}>
      {preferences}
    </PlainPage>
  )
}

/** The texts of one language, by namespace and key. */
type Translations = Record<string, Record<string, string>>

interface RenderContext {
  /** The texts of every language, from `public/locales`. */
  translations: Record<string, Translations>
  evidence: Evidence
  /** `site.html` as Vite built it. */
  template: string
  /** URLs of the fonts that every page needs at once. */
  fonts: string[]
  /** URL of the styles of every page. */
  styles: string
}

interface RenderedPage {
  path: string
  language: Language
  html: string
}

/**
 * Renders each public page in each language as finished HTML. The server fills in what only an operator
 * knows: `__ORIGIN__` and others.
 */
export function renderSite(context: RenderContext): RenderedPage[] {
  return languages.flatMap((language) => {
    const translation = createTranslation(language, context.translations)
    return sitePages.map((page) => ({
      path: page.path,
      language,
      html: renderPage(page, translation, context),
    }))
  })
}

function createTranslation(language: Language, translations: Record<string, Translations>): i18n {
  const translation = createInstance()
  void translation.use(initReactI18next).init({
    lng: language,
    fallbackLng: fallbackLanguage,
    resources: translations,
    defaultNS: 'ui',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return translation
}

/** Must be what `site/islands/hydrate.tsx` hydrates. */
const islands: Record<IslandId, ReactElement> = {
  banner: <CookieBanner />,
  cookies: <CookiePreferences />,
  demo: <DemoCard signUpHref={startAddress} />,
  support: <SupportIsland />,
}

/** An island is rendered separately, as the browser hydrates it separately. */
function renderIsland(id: IslandId, translation: i18n) {
  const tree = <I18nextProvider i18n={translation}>{islands[id]}</I18nextProvider>
  const html = renderToString(tree, { identifierPrefix: prefixOf(id) })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React just now
  return <div data-island={id} dangerouslySetInnerHTML={{ __html: html }} />
}

function renderPage(
  page: SitePage,
  translation: i18n,
  { evidence, template, fonts, styles }: RenderContext,
): string {
  const body = renderToString(
    <I18nextProvider i18n={translation}>
      <EvidenceProvider evidence={evidence}>
        <SiteFrame page={page.id}>{page.render({ island: (id) => renderIsland(id, translation) })}</SiteFrame>
        {/* Only the browser knows whether to show it. */}
        <div data-island="banner" />
      </EvidenceProvider>
    </I18nextProvider>,
  )
  return (
    template
      .replace('lang="en-GB"', `lang="${translation.language}"`)
      // These pages add no style elements of their own, so they need no nonce and can be cached.
      .replace(/<meta property="csp-nonce"[^>]*>/, '')
      .replaceAll(' nonce="__CSP_NONCE__"', '')
      .replace('<!--site-head-->', () => headOf({ page, translation, fonts, styles, siteName: brand.name }))
      .replace('<!--site-body-->', () => body)
  )
}

/** The server writes the installation's origin here. */
const origin = '__ORIGIN__'
/**
 * The server writes the canonical path here: with the language if the URL had one, without it if the server
 * chose the language.
 */
const canonicalUrl = '__ADDRESS__'

const addressOf = (path: string, language: Language) =>
  `${origin}${path}${language === fallbackLanguage ? '' : `?lang=${language}`}`

interface HeadOptions {
  page: SitePage
  translation: i18n
  fonts: string[]
  styles: string
  siteName: string
}

/** Title, description, alternate languages, social cards, and structured data. */
export function headOf({ page, translation, fonts, styles, siteName }: HeadOptions): string {
  const { language } = translation
  const t: TFunction<'site'> = translation.getFixedT(language, 'site')
  const title =
    page.id === 'home'
      ? `${siteName} – ${t('meta.title.home')}`
      : `${t(`meta.title.${page.id}`)} · ${siteName}`
  const description = t(`meta.description.${page.id}`)
  return renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonicalUrl} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={addressOf(page.path, other)} />
      ))}
      <link rel="alternate" hrefLang="en" href={addressOf(page.path, fallbackLanguage)} />
      <link rel="alternate" hrefLang="x-default" href={addressOf(page.path, fallbackLanguage)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonicalUrl} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      <meta name="twitter:card" content="summary_large_image" />
      {page.id === 'home' && <meta name="advertising-pixel" content="__AD_PIXEL_URL__" />}
      <link rel="stylesheet" href={styles} />
      <meta property="og:image" content={`${origin}/pictures/report.png`} />
      {fonts.map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
      ))}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data of our own, with < written so that it cannot end the element
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(structuredDataOf(page, translation, siteName)).replaceAll('<', '\\u003c'),
        }}
      />
    </>,
  )
}

function structuredDataOf(page: SitePage, translation: i18n, siteName: string) {
  const t = translation.getFixedT(translation.language, 'subscriptions')
  const organisation = {
    '@type': 'Organization',
    name: siteName,
    url: `${origin}/`,
    email: '__SUPPORT_EMAIL__',
    logo: `${origin}/icon.svg`,
  }
  const application = {
    '@type': 'SoftwareApplication',
    name: siteName,
    applicationCategory: 'EducationalApplication',
    operatingSystem: 'Web',
    url: `${origin}/`,
    offers: planIds.flatMap((plan) => {
      const price = planPrice[plan]
      return price === null
        ? []
        : [{ '@type': 'Offer', name: t(`name.${plan}`), price, priceCurrency: 'GBP' }]
    }),
  }
  const faq = {
    '@type': 'FAQPage',
    mainEntity: questions.map((question) => ({
      '@type': 'Question',
      name: t(`faq.${question}.question`),
      acceptedAnswer: { '@type': 'Answer', text: t(`faq.${question}.answer`) },
    })),
  }
  const graph =
    page.id === 'home'
      ? [organisation, application]
      : page.id === 'pricing'
        ? [application, faq]
        : [organisation]
  return { '@context': 'https://schema.org', '@graph': graph }
}
