import { mayStorePreferences } from '../consent/consent.ts'

/** A chosen language is kept in local storage for the application, and in a cookie that the server reads for the public pages. */
export const languageStorageKey = 'penmark.locale'
const seconds = 5 * 365 * 24 * 60 * 60

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = `${languageStorageKey}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

/** Stores a chosen language, unless preferences are refused. */
export function storeLanguage(language: string): void {
  if (!mayStorePreferences()) return
  localStorage.setItem(languageStorageKey, language)
  setCookie(language, seconds)
}

/** Deletes the stored language when preferences are refused. */
export function removeLanguageWithoutConsent(): void {
  if (mayStorePreferences()) return
  localStorage.removeItem(languageStorageKey)
  setCookie('', 0)
}
