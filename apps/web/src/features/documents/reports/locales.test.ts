import { expect, test } from 'vitest'
import { translationsOf } from '../../../testing/translations.ts'

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

test('every rate names the texts that it was measured on', () => {
  for (const [words, population] of [
    [english, 'students’ essays, reports and reflections'],
    [french, 'essais, rapports et réflexions d’élèves et d’étudiants'],
  ] as const) {
    const rates = Object.entries(words).filter(([key]) => /^(mistaken|standing|falsePositives)\b/.test(key))
    expect(rates.length).toBeGreaterThan(15)
    for (const [key, sentence] of rates) expect(sentence, key).toContain(population)
  }
})
