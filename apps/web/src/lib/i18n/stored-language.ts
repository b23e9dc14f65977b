import { mayStorePreferences } from '../consent/consent.ts'

/** Where a chosen language is kept: for the application in the browser's storage, for the public pages in a cookie that the server reads. */
export const languageStorageKey = 'penmark.locale'
const seconds = 5 * 365 * 24 * 60 * 60

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = `${languageStorageKey}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

/** Keeps a language that somebody chose, unless they allow no preferences. */
export function storeLanguage(language: string): void {
  if (!mayStorePreferences()) return
  localStorage.setItem(languageStorageKey, language)
  setCookie(language, seconds)
}

/** Forgets a kept language where no preferences are allowed. */
export function removeLanguageWithoutConsent(): void {
  if (mayStorePreferences()) return
  localStorage.removeItem(languageStorageKey)
  setCookie('', 0)
}
