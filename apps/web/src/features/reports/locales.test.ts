import { expect, test } from 'vitest'
import { translationsOf } from '../../testing/translations.ts'

const english = translationsOf('en-GB').report ?? {}
const french = translationsOf('fr-FR').report ?? {}
const gapsIn = (words: string) => [...new Set(words.match(/\{\{\w+\}\}/g))].sort()

test('has every text in French that it has in English', () => {
  expect(Object.keys(english).length).toBeGreaterThan(100)
  expect(
    Object.keys(french)
      .filter((key) => !key.endsWith('_many'))
      .sort(),
  ).toEqual(Object.keys(english).sort())
})

test('has the same placeholders in both languages', () => {
  for (const [key, words] of Object.entries(english))
    expect(gapsIn(french[key] ?? ''), key).toEqual(gapsIn(words))
})
