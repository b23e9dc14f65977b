import i18next from 'i18next'
import { languageStorageKey } from '../i18n/stored-language.ts'

/** Asks for errors and reasons in the language of the page. Calls made before translation has started go by the stored choice. */
export function languageHeader(): Record<string, string> {
  const language = i18next.language ?? localStorage.getItem(languageStorageKey)
  return language ? { 'accept-language': language } : {}
}
