import i18next, { type i18n } from 'i18next'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { onConsent } from '../../lib/consent/consent.ts'
import { fallbackLanguage, removeLanguageWithoutConsent, storeLanguage } from '../../lib/i18n/languages.ts'
import { type Island, type IslandId, prefixOf } from './island.ts'

/** For errors of `lib/call`, which uses i18next's global instance. */
const problemWords = 'problem'

const islands: Record<IslandId, () => Promise<{ island: Island }>> = {
  demo: () => import('./demo.tsx'),
  banner: () => import('./banner.tsx'),
  cookies: () => import('./cookies.tsx'),
  support: () => import('./support.tsx'),
}

/** The texts of some namespaces in one language. */
async function wordsIn(language: string, namespaces: string[]) {
  const read = namespaces.map(async (namespace) => {
    const response = await fetch(`/locales/${language}/${namespace}.json`)
    return [namespace, (await response.json()) as Record<string, string>] as const
  })
  return [language, Object.fromEntries(await Promise.all(read))] as const
}

/**
 * Texts in the page's own language, whatever the browser prefers, because hydration must find the page unchanged. Fetched directly:
 * i18next's HTTP backend would add a twentieth to the page's script.
 */
async function loadTranslation(namespaces: string[]): Promise<i18n> {
  const { lang } = document.documentElement
  const loads = [...new Set([lang, fallbackLanguage])].map((language) => wordsIn(language, namespaces))
  await i18next.use(initReactI18next).init({
    lng: lang,
    fallbackLng: fallbackLanguage,
    resources: Object.fromEntries(await Promise.all(loads)),
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  return i18next
}

/** Stores the URL's language for the application too, where that is allowed. */
function keepAskedLanguage(): void {
  const { lang } = document.documentElement
  if (new URLSearchParams(location.search).get('lang') === lang) storeLanguage(lang)
  onConsent(removeLanguageWithoutConsent)
}

/** Returns React's root of each place. */
export async function hydrateIslands(elements: { id: IslandId; element: HTMLElement }[]): Promise<Root[]> {
  keepAskedLanguage()
  const found = await Promise.all(elements.map(async ({ id, element }) => ({ id, element, ...(await islands[id]()) })))
  const translation = await loadTranslation([...new Set(found.map(({ island }) => island.namespace)), problemWords])
  const roots: Root[] = []
  for (const { id, element, island } of found) {
    const tree = <I18nextProvider i18n={translation}>{island.show()}</I18nextProvider>
    const options = { identifierPrefix: prefixOf(id) }
    if (element.hasChildNodes()) roots.push(hydrateRoot(element, tree, options))
    else {
      const root = createRoot(element, options)
      root.render(tree)
      roots.push(root)
    }
  }
  return roots
}
