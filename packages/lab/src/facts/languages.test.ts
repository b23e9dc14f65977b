import { expect, test } from 'vitest'
import { languageOf } from './languages.ts'

test.each([
  ['English', 'The river is the oldest road of the valley and it was used for the trade of salt. '],
  [
    'French',
    'Le fleuve est la plus vieille route de la vallée et il sert au commerce du sel dans les villes. ',
  ],
  ['German', 'Der Fluss ist die älteste Straße des Tals und wird für den Handel mit Salz genutzt. '],
  [
    'Spanish',
    'El río es la ruta más antigua del valle y los pueblos viven del comercio de la sal que se vende. ',
  ],
  [
    'Polish',
    'Rzeka jest najstarszą drogą w dolinie i nie służy do handlu solą, która jest droga dla miast. ',
  ],
  [
    'Russian',
    'Река является самой старой дорогой в долине и не используется для торговли солью, если она не замёрзла. ',
  ],
  ['Chinese', '这条河是山谷里最古老的道路，人们用它来运盐。 '],
])('tells the language of a text in %s', (language, sentence) => {
  expect(languageOf(sentence.repeat(8))).toBe(language)
})

test('names no language of a few words', () => {
  expect(languageOf('The river is old.')).toBeNull()
})
