import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { localeFiles } from '../../../../lib/i18n/i18n.ts'
import { type Language, languages, nearestLanguage } from '../../../../lib/i18n/languages.ts'

/** Stored for this tab only, so that the page stores nothing about the reader but their text. */
const storageKey = 'penmark.writing-language'

function readChosenLanguage(): Language | null {
  const stored = sessionStorage.getItem(storageKey)
  return languages.find((language) => language === stored) ?? null
}

/** Starts in the language that the reader chose, or in the browser's until the task is known. */
export async function startRoomTranslation(): Promise<void> {
  i18next.on('languageChanged', (language) => document.documentElement.setAttribute('lang', language))
  await i18next
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: readChosenLanguage() ?? nearestLanguage(...navigator.languages),
      supportedLngs: [...languages],
      fallbackLng: 'en-GB',
      load: 'currentOnly',
      ns: ['writing-room', 'problem'],
      defaultNS: 'ui',
      keySeparator: false,
      interpolation: { escapeValue: false },
    })
}

/** Changes to the task's language, unless the reader chose one. */
export async function applyTaskLanguage(language: Language): Promise<void> {
  if (readChosenLanguage() === null && i18next.language !== language) await i18next.changeLanguage(language)
}

export async function chooseLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(storageKey, language)
  await i18next.changeLanguage(language)
}
