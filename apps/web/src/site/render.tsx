import './site.css'
import { brand, planIds, planName, planPrice } from '@penmark/contract'
import { createInstance, type i18n, type TFunction } from 'i18next'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { type Evidence, EvidenceProvider } from '../features/public-site/evidence/figure.tsx'
import { SiteFrame } from '../features/public-site/frame/site-frame.tsx'
import { questions } from '../features/public-site/pricing/pricing-page.tsx'
import { fallbackLanguage, type Language, languages } from '../lib/i18n/languages.ts'
import { island as banner } from './islands/banner.tsx'
import { island as cookies } from './islands/cookies.tsx'
import { island as demo } from './islands/demo.tsx'
import { type IslandId, prefixOf } from './islands/island.ts'
import { island as support } from './islands/support.tsx'
import { type SitePage, sitePages } from './pages.tsx'

/** Texts by namespace, of one language. */
type Words = Record<string, Record<string, string>>

interface RenderContext {
  /** The texts of every language, from `public/locales`. */
  words: Record<string, Words>
  evidence: Evidence
  hasPictures: boolean
  /** `site.html` as Vite built it. */
  template: string
  /** URLs of the fonts that every page needs at once. */
  fonts: string[]
  /** URL of the styles of every page. */
  styles: string
}

interface WrittenPage {
  path: string
  language: Language
  html: string
}

/** Renders each public page in each language as finished HTML. The server fills in what only an operator knows: `__ORIGIN__` and others. */
export function renderSite(surroundings: RenderContext): WrittenPage[] {
  return languages.flatMap((language) => {
    const translation = createTranslation(language, surroundings.words)
    return sitePages.map((page) => ({ path: page.path, language, html: renderPage(page, translation, surroundings) }))
  })
}

function createTranslation(language: Language, words: Record<string, Words>): i18n {
  const translation = createInstance()
  void translation.use(initReactI18next).init({
    lng: language,
    fallbackLng: fallbackLanguage,
    resources: words,
    defaultNS: 'ui',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return translation
}

const islands = { banner, cookies, demo, support }

/** An island is rendered separately, as the browser hydrates it separately. */
function renderIsland(id: IslandId, translation: i18n) {
  const tree = <I18nextProvider i18n={translation}>{islands[id].show()}</I18nextProvider>
  const html = renderToString(tree, { identifierPrefix: prefixOf(id) })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React just now
  return <div data-island={id} dangerouslySetInnerHTML={{ __html: html }} />
}

function renderPage(page: SitePage, translation: i18n, { evidence, hasPictures, template, fonts, styles }: RenderContext): string {
  const body = renderToString(
    <I18nextProvider i18n={translation}>
      <EvidenceProvider evidence={evidence}>
        <SiteFrame page={page.id}>{page.show({ hasPictures, island: (id) => renderIsland(id, translation) })}</SiteFrame>
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
      .replace('<!--site-head-->', () => headOf({ page, translation, fonts, styles, hasPictures, siteName: brand.name }))
      .replace('<!--site-body-->', () => body)
  )
}

/** The server writes the installation's origin here. */
const origin = '__ORIGIN__'
/** And the canonical path here: with the language where the URL had one, bare where it was chosen for the reader. */
const sameOriginPath = '__ADDRESS__'

const addressOf = (path: string, language: Language) => `${origin}${path}${language === fallbackLanguage ? '' : `?lang=${language}`}`

interface HeadParts {
  page: SitePage
  translation: i18n
  fonts: string[]
  styles: string
  hasPictures: boolean
  siteName: string
}

/** Title, description, alternate languages, social cards, and structured data. */
export function headOf({ page, translation, fonts, styles, hasPictures, siteName }: HeadParts): string {
  const { language } = translation
  const t: TFunction<'site'> = translation.getFixedT(language, 'site')
  const title = page.id === 'home' ? `${siteName} – ${t('meta.title.home')}` : `${t(`meta.title.${page.id}`)} · ${siteName}`
  const description = t(`meta.description.${page.id}`)
  return renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={sameOriginPath} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={addressOf(page.path, other)} />
      ))}
      <link rel="alternate" hrefLang="en" href={addressOf(page.path, fallbackLanguage)} />
      <link rel="alternate" hrefLang="x-default" href={addressOf(page.path, fallbackLanguage)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={sameOriginPath} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      {page.id === 'home' && <meta name="advertising-pixel" content="__AD_PIXEL_URL__" />}
      <link rel="stylesheet" href={styles} />
      {hasPictures && <meta property="og:image" content={`${origin}/pictures/report.png`} />}
      {fonts.map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
      ))}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data of our own, with < written so that it cannot end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(dataOf(page, translation, siteName)).replaceAll('<', '\\u003c') }}
      />
    </>,
  )
}

function dataOf(page: SitePage, translation: i18n, siteName: string) {
  const t = translation.getFixedT(translation.language, 'subscriptions')
  const site = { '@type': 'Organization', name: siteName, url: `${origin}/`, email: '__SUPPORT_EMAIL__', logo: `${origin}/icon.svg` }
  const application = {
    '@type': 'SoftwareApplication',
    name: siteName,
    applicationCategory: 'EducationalApplication',
    operatingSystem: 'Web',
    url: `${origin}/`,
    offers: planIds.flatMap((plan) => {
      const price = planPrice[plan]
      return price === null ? [] : [{ '@type': 'Offer', name: planName[plan], price, priceCurrency: 'GBP' }]
    }),
  }
  const answers = {
    '@type': 'FAQPage',
    mainEntity: questions.map((question) => ({
      '@type': 'Question',
      name: t(`faq.${question}.question`),
      acceptedAnswer: { '@type': 'Answer', text: t(`faq.${question}.answer`) },
    })),
  }
  const graph = page.id === 'home' ? [site, application] : page.id === 'pricing' ? [application, answers] : [site]
  return { '@context': 'https://schema.org', '@graph': graph }
}
