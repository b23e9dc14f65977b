import { describe, expect, test } from 'vitest'
import { chooseLocale, nearestLocale } from './locale.ts'

describe('the locale for a tag', () => {
  test.each([
    ['en', 'en-GB'],
    ['en-AU', 'en-GB'],
    ['en-us', 'en-US'],
    ['en-US-posix', 'en-US'],
    ['fr', 'fr-FR'],
    ['fr-CA', 'fr-FR'],
    ['de-DE', 'en-GB'],
    ['not a tag!', 'en-GB'],
    ['', 'en-GB'],
  ])('%j is %s', (tag, locale) => {
    expect(nearestLocale(tag)).toBe(locale)
  })
})

describe('the locale of an answer', () => {
  test.each([
    ['what was asked for', 'en-US', ['fr'], 'fr-FR'],
    ['the first that is asked for and ours', 'en-US', ['klingon', 7, undefined, 'de fr-CA en'], 'fr-FR'],
    ['the best that the browser accepts', 'de-DE, fr;q=0.4, en-US;q=0.7', [], 'en-US'],
    ['nothing that the browser refuses', 'en;q=0, fr;q=0.1', [], 'fr-FR'],
    ['British English for languages that are not ours', 'de', [null], 'en-GB'],
    ['British English for any language', '*', [], 'en-GB'],
    ['British English where nobody asks', undefined, [''], 'en-GB'],
  ])('is %s', (_what, accepted, asked, locale) => {
    expect(chooseLocale(accepted, ...asked)).toBe(locale)
  })

  // The web's test of the same name has the same table.
  test.each([
    ['de-DE,fr-CA,en-US', 'fr-FR'],
    ['nl,en-us,fr', 'en-US'],
    ['en-AU,fr', 'en-GB'],
    ['en,en-US', 'en-GB'],
    ['fr-Latn-CA', 'fr-FR'],
    ['de,zh-Hant-TW', 'en-GB'],
    ['', 'en-GB'],
  ])('takes the first language on offer of a browser that asks for "%s"', (asks, locale) => {
    expect(chooseLocale(asks)).toBe(locale)
  })
})
