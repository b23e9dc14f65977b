import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const locales = join(import.meta.dirname, '../../public/locales')

export type Translations = Record<string, string>

/** Every namespace of a language, as the browser would fetch it. */
export function translationsOf(language: string): Record<string, Translations> {
  const folder = join(locales, language)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  )
}

/** Translation without a network; an unknown key is an error on the console, and so fails the test. */
export async function loadEnglish(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en-GB',
    resources: { 'en-GB': translationsOf('en-GB') },
    defaultNS: 'ui',
    keySeparator: false,
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_, namespace, key) => console.error(`No translation of ${namespace}:${key}`),
  })
}
