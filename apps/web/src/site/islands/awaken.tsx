import i18next, { type i18n } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { onConsent } from '../../lib/consent/consent.ts'
import { forgetRefusedLanguage, keepLanguage } from '../../lib/i18n/kept-language.ts'
import { fallbackLanguage } from '../../lib/i18n/languages.ts'
import { type Island, type IslandId, prefixOf } from './island.ts'

const islands: Record<IslandId, () => Promise<{ island: Island }>> = {
  demo: () => import('./demo.tsx'),
  banner: () => import('./banner.tsx'),
  cookies: () => import('./cookies.tsx'),
  support: () => import('./support.tsx'),
}

/** Words of the page's own language, whatever the browser prefers: what React finds in the page must stay as it is. */
async function speak(namespaces: string[]): Promise<i18n> {
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: document.documentElement.lang,
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      // The words of `lib/call` for what the network does come from the one translation that it knows.
      ns: [...namespaces, 'problem'],
      keySeparator: false,
      interpolation: { escapeValue: false },
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
    })
  return i18next
}

/** A language that was asked for in the address is kept for the application too, where that is allowed. */
function keepAskedLanguage(): void {
  const { lang } = document.documentElement
  if (new URLSearchParams(location.search).get('lang') === lang) keepLanguage(lang)
  onConsent(forgetRefusedLanguage)
}

export async function awaken(places: { id: IslandId; element: HTMLElement }[]): Promise<void> {
  keepAskedLanguage()
  const found = await Promise.all(places.map(async ({ id, element }) => ({ id, element, ...(await islands[id]()) })))
  const translation = await speak([...new Set(found.map(({ island }) => island.namespace))])
  for (const { id, element, island } of found) {
    const tree = <I18nextProvider i18n={translation}>{island.show()}</I18nextProvider>
    const options = { identifierPrefix: prefixOf(id) }
    if (element.hasChildNodes()) hydrateRoot(element, tree, options)
    else createRoot(element, options).render(tree)
  }
}
