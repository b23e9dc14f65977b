import { planIds, planName, planPrice } from '@penmark/contract'
import type { i18n, TFunction } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { questions } from '../features/public-site/pricing/pricing-page.tsx'
import { fallbackLanguage, type Language, languages } from '../lib/i18n/languages.ts'
import type { SitePage } from './pages.tsx'

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
