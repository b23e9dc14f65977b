import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { translationsOf } from '../../testing/translations.ts'
import { nearestLanguage } from './languages.ts'

const british = translationsOf('en-GB')
const plural = /_(zero|one|two|few|many|other)$/
const stem = (key: string) => key.replace(plural, '')
const keysOf = (words: Record<string, string> = {}) =>
  [...new Set(Object.keys(words).map(stem))].sort((a, b) => a.localeCompare(b))
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name).sort((a, b) => a.localeCompare(b))

// What a report says is worked out in the contract, so that the page and the PDF read it alike.
const folders = ['../..', '../../../../../packages/wording/src'].map((folder) =>
  join(import.meta.dirname, folder),
)
const source = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/**
 * A key is used when it stands in quotes, alone or after its namespace, or when a template begins with its
 * first part.
 */
function isUsed(namespace: string, key: string): boolean {
  if ([`'${key}'`, `'${namespace}:${key}'`, `"${key}"`].some((literal) => source.includes(literal)))
    return true
  const parts = key.split('.')
  return parts.slice(0, -1).some((_, end) => {
    const start = parts.slice(0, end + 1).join('.')
    return source.includes(`\`${start}.\${`) || source.includes(`\`${namespace}:${start}.\${`)
  })
}

describe("the product's texts", () => {
  test.each(Object.keys(british))(
    'has every word of %s in French, with the same placeholders',
    (namespace) => {
      const french = translationsOf('fr-FR')[namespace] ?? {}
      expect(keysOf(french)).toEqual(keysOf(british[namespace]))
      for (const [key, text] of Object.entries(french)) {
        const original = british[namespace]?.[key] ?? british[namespace]?.[`${stem(key)}_other`] ?? ''
        expect(placeholders(text), `${namespace}:${key}`).toEqual(placeholders(original))
      }
    },
  )

  test('has plural forms wherever the language needs them', () => {
    for (const [language, needed] of [
      ['en-GB', ['one', 'other']],
      ['fr-FR', ['one', 'many', 'other']],
    ] as const) {
      for (const [namespace, words] of Object.entries(translationsOf(language))) {
        const counted = new Set(
          Object.keys(words)
            .filter((key) => plural.test(key))
            .map(stem),
        )
        for (const key of counted)
          for (const form of needed)
            expect(words, `${language} ${namespace}`).toHaveProperty([`${key}_${form}`])
      }
    }
  })

  test('gives American English only words that British English has too', () => {
    for (const [namespace, words] of Object.entries(translationsOf('en-US')))
      expect(Object.keys(british[namespace] ?? {})).toEqual(expect.arrayContaining(Object.keys(words)))
    expect(Object.keys(translationsOf('en-US'))).toEqual(Object.keys(british))
  })

  test('uses American spelling and vocabulary for American readers', () => {
    const spelling =
      /colour|neighbour|licence|cancelled|towards|\b(recogn|custom|organ|anal|summar|emphas|optim)[iy]s(e|ed|es|ing|ation)\b/i
    const vocabulary =
      /academic year|judgement|\btick\b|\bbin\b|marking|\bmarks? (every|the essay)|county|(solve|replace) (a|the) sum|\bterm\b/i
    for (const [namespace, words] of Object.entries(british)) {
      const american = { ...words, ...translationsOf('en-US')[namespace] }
      for (const [key, text] of Object.entries(american)) {
        expect(text, `${namespace}:${key}`).not.toMatch(spelling)
        expect(text, `${namespace}:${key}`).not.toMatch(vocabulary)
      }
    }
    expect(JSON.stringify(translationsOf('en-US'))).toMatch(/recognized/)
  })

  test('has French punctuation: no space in front of a mark may break the line', () => {
    for (const [namespace, words] of Object.entries(translationsOf('fr-FR')))
      for (const [key, text] of Object.entries(words))
        expect(text, `${namespace}:${key}`).not.toMatch(/ [;:!?»%]|« |\d \d{3}/)
    expect(JSON.stringify(translationsOf('fr-FR'))).toMatch(/«[\u00a0\u202f][^»]+[\u00a0\u202f]»/)
  })

  test.each(Object.keys(british))('uses every text of %s', (namespace) => {
    expect(keysOf(british[namespace]).filter((key) => !isUsed(namespace, key))).toEqual([])
  })
})

describe('nearestLanguage', () => {
  test.each([
    ['en', 'en-GB'],
    ['en-AU', 'en-GB'],
    ['en-US', 'en-US'],
    ['en-us', 'en-US'],
    ['fr', 'fr-FR'],
    ['fr-CA', 'fr-FR'],
    ['de-DE', 'en-GB'],
  ])('reads %s as %s', (tag, language) => {
    expect(nearestLanguage(tag)).toBe(language)
  })
})
