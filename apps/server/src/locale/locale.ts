import { match } from '@formatjs/intl-localematcher'
import Negotiator from 'negotiator'

/** The product's languages. British English is used where another lacks a text. */
export const locales = ['en-GB', 'en-US', 'fr-FR'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale = 'en-GB' satisfies Locale

/** Each language in itself: a reader looking for theirs may not understand the present one. */
export const localeName: Record<Locale, string> = {
  'en-GB': 'English (UK)',
  'en-US': 'English (US)',
  'fr-FR': 'Français',
}

/**
 * Accepted language ranges: a bare `en` and every English but the American is British, all French is fr-FR.
 */
const localeByRange = new Map<string, Locale>([
  ['en', 'en-GB'],
  ['en-US', 'en-US'],
  ['fr', 'fr-FR'],
])
const ranges = [...localeByRange.keys()]

const isTag = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The first tag with a supported language; null if there is none. */
function matchOptional(tags: string[]): Locale | null {
  const range = match(tags.filter(isTag), ranges, '', { algorithm: 'lookup' })
  return localeByRange.get(range) ?? null
}

/**
 * The locale for a language tag (old rows hold a bare `en` or `fr`); British English for an unsupported
 * language.
 */
export function nearestLocale(tag: string): Locale {
  return matchOptional([tag]) ?? defaultLocale
}

/**
 * The locale of a response: the first supported one asked for (in a URL, a cookie, a space-separated
 * `ui_locales`), else the best of `Accept-Language`, else British English.
 */
export function chooseLocale(acceptLanguage: string | undefined, ...requested: unknown[]): Locale {
  const candidates = requested
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(' '))
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } }).languages()
  return matchOptional([...candidates, ...accepted]) ?? defaultLocale
}
