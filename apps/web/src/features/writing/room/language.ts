import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { localeFiles } from '../../../lib/i18n/i18n.ts'
import { type Language, languages, nearestLanguage } from '../../../lib/i18n/languages.ts'

/** Kept for this tab alone, so that the page stores nothing about the reader beyond their text. */
const chosenKey = 'penmark.writing-language'

function chosen(): Language | null {
  const stored = sessionStorage.getItem(chosenKey)
  return languages.find((language) => language === stored) ?? null
}

/** Starts in the language that the reader chose, or else in the browser's until the task is known. */
export async function startRoomTranslation(): Promise<void> {
  i18next.on('languageChanged', (language) => document.documentElement.setAttribute('lang', language))
  await i18next
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: chosen() ?? nearestLanguage(navigator.language),
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
export async function followTask(language: Language): Promise<void> {
  if (chosen() === null && i18next.language !== language) await i18next.changeLanguage(language)
}

export async function chooseLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(chosenKey, language)
  await i18next.changeLanguage(language)
}
