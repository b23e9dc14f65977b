import i18next, { type i18n } from 'i18next'
import type { ReactElement } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { startAddress } from '../../features/public/site/frame/site-frame.tsx'
import { onConsent } from '../../lib/consent/consent.ts'
import { fallbackLanguage, removeLanguageWithoutConsent, storeLanguage } from '../../lib/i18n/languages.ts'
import { type IslandId, islandNamespaces, prefixOf } from './island.ts'

/** For errors of `lib/call`, which uses i18next's global instance. */
const problemNamespace = 'problem'

/** Must render what `site/render.tsx` rendered. */
const load: Record<IslandId, () => Promise<ReactElement>> = {
  demo: async () => {
    const { DemoCard } = await import('../../features/public/demo/demo-card.tsx')
    return <DemoCard signUpHref={startAddress} />
  },
  banner: async () => {
    const { CookieBanner } = await import('../../features/public/cookies/cookie-banner.tsx')
    return <CookieBanner />
  },
  cookies: async () => {
    const { CookiePreferences } = await import('../../features/public/cookies/cookie-preferences.tsx')
    return <CookiePreferences />
  },
  support: async () => {
    const { SupportIsland } = await import('./support.tsx')
    return <SupportIsland />
  },
}

/** The texts of some namespaces in one language. */
async function fetchTranslations(language: string, namespaces: string[]) {
  const entries = namespaces.map(async (namespace) => {
    const response = await fetch(`/locales/${language}/${namespace}.json`)
    return [namespace, (await response.json()) as Record<string, string>] as const
  })
  return [language, Object.fromEntries(await Promise.all(entries))] as const
}

/**
 * Texts in the page's own language, whatever the browser prefers, because hydration must find the page
 * unchanged. Fetched directly: i18next's HTTP backend would make the page's script a twentieth larger.
 */
async function startTranslation(namespaces: string[]): Promise<i18n> {
  const { lang } = document.documentElement
  const fetched = [...new Set([lang, fallbackLanguage])].map((language) =>
    fetchTranslations(language, namespaces),
  )
  await i18next.use(initReactI18next).init({
    lng: lang,
    fallbackLng: fallbackLanguage,
    resources: Object.fromEntries(await Promise.all(fetched)),
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  return i18next
}

/** Stores the URL's language for the application too, if preferences may be stored. */
function storeRequestedLanguage(): void {
  const { lang } = document.documentElement
  if (new URLSearchParams(location.search).get('lang') === lang) storeLanguage(lang)
  onConsent(removeLanguageWithoutConsent)
}

/** Returns React's root of each island. */
export async function hydrateIslands(elements: { id: IslandId; element: HTMLElement }[]): Promise<Root[]> {
  storeRequestedLanguage()
  const islands = await Promise.all(
    elements.map(async ({ id, element }) => ({ id, element, content: await load[id]() })),
  )
  const translation = await startTranslation([
    ...new Set(islands.map(({ id }) => islandNamespaces[id])),
    problemNamespace,
  ])
  return islands.map((island) => hydrate(island, translation))
}

interface Island {
  id: IslandId
  element: HTMLElement
  content: ReactElement
}

function hydrate({ id, element, content }: Island, translation: i18n): Root {
  const tree = <I18nextProvider i18n={translation}>{content}</I18nextProvider>
  const options = { identifierPrefix: prefixOf(id) }
  if (element.hasChildNodes()) return hydrateRoot(element, tree, options)
  const root = createRoot(element, options)
  root.render(tree)
  return root
}
