import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onConsent } from '../consent/consent.ts'
import {
  fallbackLanguage,
  languageStorageKey,
  languages,
  nearestLanguage,
  removeLanguageWithoutConsent,
  storeLanguage,
} from './languages.ts'

/** The stored choice, or else the browser's language. */
function startLanguage(): string {
  try {
    const stored = localStorage.getItem(languageStorageKey)
    if (stored !== null) return nearestLanguage(stored)
  } catch {
    // Storage may be forbidden.
  }
  return nearestLanguage(navigator.languages[0] ?? navigator.language)
}

/** Keeps the detected language for the next visit. A choice that another tab stored while this page was loading wins. */
function keepDetectedLanguage(language: string): void {
  try {
    if (localStorage.getItem(languageStorageKey) === null) localStorage.setItem(languageStorageKey, language)
  } catch {
    // Storage may be forbidden.
  }
}

/** Initialises i18next with the files in /locales/{language}/{namespace}.json. The stored choice wins over the browser's language. */
export async function startTranslation(translation: i18n = i18next): Promise<i18n> {
  const keepPageLanguage = (language: string) => document.documentElement.setAttribute('lang', language)
  translation.on('languageChanged', keepPageLanguage)
  translation.on('languageChanged', (language) => {
    // The language detected at the start is not a choice.
    if (translation.isInitialized) storeLanguage(language)
    else keepDetectedLanguage(language)
    // Deleted again when the visitor refuses preferences.
    removeLanguageWithoutConsent()
  })
  onConsent(removeLanguageWithoutConsent)
  await translation
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: startLanguage(),
      supportedLngs: [...languages],
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      ns: ['ui', 'shell', 'problem'],
      defaultNS: 'ui',
      keySeparator: false,
      interpolation: { escapeValue: false },
    })
  return translation
}

/** Loads a screen's namespaces once i18next is initialised and the language is known. */
export async function loadNamespaces(namespaces: string[]): Promise<void> {
  if (!i18next.isInitialized) await new Promise<void>((resolve) => i18next.on('initialized', () => resolve()))
  await i18next.loadNamespaces(namespaces)
}

/** Reads /locales/{language}/{namespace}.json. i18next's own backend and language detector would be 5 kB of every page's script. */
export const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const read = async () => {
      let words: ResourceKey
      try {
        const response = await fetch(`/locales/${language}/${namespace}.json`)
        if (!response.ok) throw new Error(`The words of ${namespace} answered ${response.status}.`)
        words = (await response.json()) as ResourceKey
      } catch (error) {
        // `true` asks i18next to try again.
        done(error instanceof Error ? error : String(error), true)
        return
      }
      done(null, words)
    }
    void read()
  },
}
