import i18next, { type i18n } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { onConsent } from '../consent/consent.ts'
import { fallbackLanguage, languages, nearestLanguage } from './languages.ts'
import { languageStorageKey, removeLanguageWithoutConsent, storeLanguage } from './stored-language.ts'

/** Initialises i18next with the files in /locales/{language}/{namespace}.json. The stored choice wins over the browser's language. */
export async function startTranslation(translation: i18n = i18next): Promise<i18n> {
  const keepPageLanguage = (language: string) => document.documentElement.setAttribute('lang', language)
  translation.on('languageChanged', keepPageLanguage)
  // i18next stores every choice; delete it again when the visitor refuses preferences.
  translation.on('languageChanged', (language) => {
    // The language detected at the start is not a choice.
    if (translation.isInitialized) storeLanguage(language)
    removeLanguageWithoutConsent()
  })
  onConsent(removeLanguageWithoutConsent)
  await translation
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: [...languages],
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      ns: ['ui', 'shell', 'problem'],
      defaultNS: 'ui',
      keySeparator: false,
      interpolation: { escapeValue: false },
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['localStorage', 'navigator'],
        caches: ['localStorage'],
        lookupLocalStorage: languageStorageKey,
        convertDetectedLanguage: nearestLanguage,
      },
    })
  return translation
}
