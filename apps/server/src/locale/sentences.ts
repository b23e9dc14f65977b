import { writeDate } from '@penmark/contract'
import i18next from 'i18next'
import { defaultLocale, type Locale } from './locale.ts'
import american from './sentences.en-US.json' with { type: 'json' }
import french from './sentences.fr-FR.json' with { type: 'json' }

/** Errors and reasons are written, logged and stored in British English. These are their translations, with the English sentence as the key. */
const catalogues = { 'en-US': american, 'fr-FR': french }

const translations = i18next.createInstance()
await translations.init({
  resources: { 'en-US': { translation: american }, 'fr-FR': { translation: french } },
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  // Counts here only appear in sentences that are plural anyway.
  pluralSeparator: '\u0000',
  interpolation: { escapeValue: false },
})
translations.services.formatter?.add('number', (value: string, locale) =>
  new Intl.NumberFormat(locale).format(Number(value.replaceAll(',', ''))),
)
translations.services.formatter?.add('date', (value: string, locale) =>
  writeDate(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }), new Date(`${value} UTC`)),
)

/** A key with placeholders: `{{filename}} is larger than 25 MB.` is the texts '' and ' is larger than 25 MB.' around `filename`. */
interface Pattern {
  key: string
  texts: string[]
  names: string[]
}

function toPattern(key: string): Pattern {
  const parts = key.split(/\{\{(\w+)\}\}/)
  return { key, texts: parts.filter((_, i) => i % 2 === 0), names: parts.filter((_, i) => i % 2 === 1) }
}

function patternsOf(catalogue: Record<string, string>): Pattern[] {
  return Object.keys(catalogue)
    .filter((key) => key.includes('{{'))
    .map(toPattern)
}
const patterns = { 'en-US': patternsOf(american), 'fr-FR': patternsOf(french) }

/** The values of a sentence's placeholders; null if the pattern does not match. */
function valuesOf(sentence: string, { texts, names }: Pattern): Record<string, string> | null {
  const [first = '', ...rest] = texts
  if (!sentence.startsWith(first)) return null
  const values = new Map<string, string>()
  let start = first.length
  for (const [i, text] of rest.entries()) {
    const end = i === rest.length - 1 ? sentence.length - text.length : sentence.indexOf(text, start + 1)
    if (end <= start || !sentence.startsWith(text, end)) return null
    values.set(names[i] ?? '', sentence.slice(start, end))
    start = end + text.length
  }
  return Object.fromEntries(values)
}

interface Translation {
  text: string
  /** How many sentences it translates. */
  sentences: number
}

/**
 * The translation of the first sentences. Fixed texts are tried longest first, so that sentences that belong together match as one;
 * patterns shortest first, so that a value does not swallow the next sentence.
 */
function translateFirst(sentences: string[], locale: keyof typeof catalogues): Translation | null {
  const counts = sentences.map((_, i) => i + 1)
  const begin = (count: number) => sentences.slice(0, count).join(' ')
  const fixed = counts.findLast((count) => Object.hasOwn(catalogues[locale], begin(count)))
  if (fixed !== undefined) return { text: translations.t(begin(fixed), { lng: locale }), sentences: fixed }
  for (const count of counts) {
    for (const pattern of patterns[locale]) {
      const values = valuesOf(begin(count), pattern)
      if (values !== null) return { text: translations.t(pattern.key, { lng: locale, ...values }), sentences: count }
    }
  }
  return null
}

/**
 * An error or a reason in the reader's language. Where a French translation is missing the whole text stays English, because mixing two
 * languages would read worse. American English has a translation only where it differs.
 */
export function translate(text: string, locale: Locale): string {
  if (locale === defaultLocale) return text
  const sentences = text.split(/(?<=[.?!]) (?=\p{Lu})/u)
  const translated: string[] = []
  while (sentences.length > 0) {
    const found = translateFirst(sentences, locale)
    if (found === null && locale === 'fr-FR') return text
    translated.push(found?.text ?? sentences[0] ?? '')
    sentences.splice(0, found?.sentences ?? 1)
  }
  return translated.join(' ')
}
