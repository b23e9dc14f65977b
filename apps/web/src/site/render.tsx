import './site.css'
import { brand } from '@penmark/contract'
import { createInstance, type i18n } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import type { Evidence } from '../features/public-site/evidence/card.ts'
import { EvidenceProvider } from '../features/public-site/evidence/figure.tsx'
import { SiteFrame } from '../features/public-site/frame/site-frame.tsx'
import { fallbackLanguage, type Language, languages } from '../lib/i18n/languages.ts'
import { headOf } from './head.tsx'
import { island as banner } from './islands/banner.tsx'
import { island as cookies } from './islands/cookies.tsx'
import { island as demo } from './islands/demo.tsx'
import { type IslandId, prefixOf } from './islands/island.ts'
import { island as support } from './islands/support.tsx'
import { type SitePage, sitePages } from './pages.tsx'

/** Texts by namespace, of one language. */
type Words = Record<string, Record<string, string>>

export interface RenderContext {
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

export interface WrittenPage {
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
