import { mayStorePreferences } from '../consent/consent.ts'

/** The languages on offer; en-GB is complete and the fallback for missing keys. */
export const languages = ['en-GB', 'en-US', 'fr-FR'] as const
export type Language = (typeof languages)[number]
export const fallbackLanguage: Language = 'en-GB'

/** Each language named in itself: readers looking for theirs may not understand the current one. */
export const languageName: Record<Language, string> = {
  'en-GB': 'English (UK)',
  'en-US': 'English (US)',
  'fr-FR': 'Français',
}

/**
 * As the server does for the public pages: all English but the American is en-GB, all French fr-FR; null for
 * any other language.
 */
function supportedLanguage(tag: string): Language | null {
  const [language, region] = tag.toLowerCase().split('-')
  if (language === 'fr') return 'fr-FR'
  if (language !== 'en') return null
  return region === 'us' ? 'en-US' : 'en-GB'
}

/** The first of these tags with a language on offer decides; British English if there is none. */
export function nearestLanguage(...tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = supportedLanguage(tag)
    if (language !== null) return language
  }
  return fallbackLanguage
}

/**
 * A chosen language is kept in local storage for the application, and in a cookie that the server reads for
 * the public pages.
 */
export const languageStorageKey = 'penmark.locale'
const storedSeconds = 5 * 365 * 24 * 60 * 60

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = `${languageStorageKey}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

/** Stores a chosen language, unless preferences are refused. */
export function storeLanguage(language: string): void {
  if (!mayStorePreferences()) return
  localStorage.setItem(languageStorageKey, language)
  setCookie(language, storedSeconds)
}

/** Deletes the stored language when preferences are refused. */
export function removeLanguageWithoutConsent(): void {
  if (mayStorePreferences()) return
  localStorage.removeItem(languageStorageKey)
  setCookie('', 0)
}
