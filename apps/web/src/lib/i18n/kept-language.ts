import { mayRemember } from '../consent/consent.ts'

/** Where a chosen language is kept: for the application in the browser's storage, for the public pages in a cookie that the server reads. */
export const languageStoredUnder = 'penmark.locale'
const seconds = 5 * 365 * 24 * 60 * 60

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = `${languageStoredUnder}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

/** Keeps a language that somebody chose, unless they allow no preferences. */
export function keepLanguage(language: string): void {
  if (!mayRemember()) return
  localStorage.setItem(languageStoredUnder, language)
  setCookie(language, seconds)
}

/** Forgets a kept language where no preferences are allowed. */
export function forgetRefusedLanguage(): void {
  if (mayRemember()) return
  localStorage.removeItem(languageStoredUnder)
  setCookie('', 0)
}
