import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onConsent } from '../consent/consent.ts'
import { fallbackLanguage, languages, nearestLanguage } from './languages.ts'
import { localeFiles } from './locale-files.ts'
import { languageStorageKey, removeLanguageWithoutConsent, storeLanguage } from './stored-language.ts'

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
