import { describe, expect, test } from 'vitest'
import { locales } from './locale.ts'
import { texts, translatorOf } from './texts.ts'

const plural = /_(zero|one|many|other)$/
const stem = (key: string) => key.replace(plural, '')
const keysOf = (entries: Record<string, string>) => [...new Set(Object.keys(entries).map(stem))].sort()
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name))].sort()

const british = texts['en-GB']
const surfaces = Object.keys(british) as (keyof typeof british)[]

describe.each(surfaces)('the texts of %s', (surface) => {
  test('all exist in French', () => {
    expect(keysOf(texts['fr-FR'][surface])).toEqual(keysOf(british[surface]))
  })

  test('exist in British English wherever American English has its own', () => {
    expect(Object.keys(british[surface])).toEqual(
      expect.arrayContaining(Object.keys(texts['en-US'][surface])),
    )
  })

  test.each(locales)('have the same placeholders in %s', (locale) => {
    for (const [key, text] of Object.entries(texts[locale][surface])) {
      const original = british[surface][key] ?? british[surface][`${stem(key)}_other`] ?? ''
      // "One document" and "no codes" need no number.
      const isSpelledOut = /_(zero|one)$/.test(key)
      const named = (each: string) => placeholders(each).filter((name) => !(isSpelledOut && name === 'count'))
      expect(named(text), `${locale} ${key}`).toEqual(named(original))
    }
  })

  test('are in American English for American readers', () => {
    const words =
      /colour|neighbour|licence|cancelled|towards|queue|\b(recogn|custom|organ|anal|summar|emphas|optim)[iy]s(e|ed|es|ing|ation)\b|academic year|\bmarking\b|county/i
    for (const [key, text] of Object.entries({ ...british[surface], ...texts['en-US'][surface] }))
      expect(text, key).not.toMatch(words)
  })

  test('have French punctuation: no space in front of a mark may break the line', () => {
    for (const [key, text] of Object.entries(texts['fr-FR'][surface]))
      expect(text, key).not.toMatch(/ [;:!?»%]|« |\d \d{3}/)
  })

  test('have the plural forms of their language, and no empty text', () => {
    const forms = { 'en-GB': ['one', 'other'], 'en-US': [], 'fr-FR': ['one', 'many', 'other'] }
    for (const locale of locales) {
      const entries = texts[locale][surface]
      const counted = Object.keys(entries).filter((key) => plural.test(key))
      for (const key of counted)
        for (const form of forms[locale]) expect(entries).toHaveProperty([`${stem(key)}_${form}`])
      expect(Object.values(entries)).not.toContain('')
    }
  })
})

describe('a translator', () => {
  test('uses the plural forms of the language', () => {
    const subject = (locale: 'en-GB' | 'fr-FR', count: number) =>
      translatorOf('emails', locale)('retention.subject', { count })
    expect(subject('en-GB', 1)).toBe('A document will be deleted soon')
    expect(subject('en-GB', 3)).toBe('3 documents will be deleted soon')
    expect(subject('fr-FR', 3)).toBe('3 documents seront bientôt supprimés')
  })

  test('reads British English where American English has no text of its own', () => {
    const t = translatorOf('identity', 'en-US')
    expect(t('devices.lead')).toContain('recognize')
    expect(t('signIn.title')).toBe(translatorOf('identity', 'en-GB')('signIn.title'))
  })

  test('inserts a value unchanged, whatever it contains', () => {
    const email = '{{brand}}$t(home)<b>&amp;@school.example'
    expect(translatorOf('identity', 'en-GB')('password.lead', { email })).toContain(`For ${email}.`)
  })
})
