import { describe, expect, test } from 'vitest'
import { englishShare, leastEnglish } from './english.ts'
import { tokens } from './reading.ts'

const shareOf = (text: string) => englishShare(tokens(text))

describe('the share of common English words', () => {
  test.each([
    [
      'a pupil',
      'i like to go to the beach with my dad because it is fun and we can swim when the sun is out and it is hot',
    ],
    [
      'a learner',
      'Yesterday I was go to the market with my sister and she buy many fruit for her childrens because they are hungry',
    ],
    [
      'a scientist',
      'The samples were heated to 300 K and the resistance of each film was measured with a four-point probe in vacuum',
    ],
  ])('is high in what %s writes', (_who, text) => {
    expect(shareOf(text)).toBeGreaterThan(leastEnglish)
  })

  test.each([
    [
      'French',
      'Le matin, ma grand-mère ouvrait les volets et le soleil entrait dans la cuisine où le chat dormait encore sur une chaise',
    ],
    [
      'Spanish',
      'Por la mañana mi abuela abría las ventanas y el sol entraba en la cocina mientras el gato dormía todavía en una silla',
    ],
    [
      'German',
      'Am Morgen öffnete meine Großmutter die Fensterläden, und die Sonne schien in die Küche, wo die Katze noch auf einem Stuhl schlief',
    ],
    [
      'Dutch',
      "'s Ochtends opende mijn grootmoeder de luiken en scheen de zon in de keuken, waar de kat nog op een stoel lag te slapen",
    ],
    [
      'Italian',
      'La mattina mia nonna apriva le finestre e il sole entrava nella cucina, dove il gatto dormiva ancora su una sedia',
    ],
    [
      'Portuguese',
      'De manhã a minha avó abria as janelas e o sol entrava na cozinha, onde o gato ainda dormia numa cadeira',
    ],
    [
      'Polish',
      'Rano babcia otwierała okiennice i słońce wpadało do kuchni, gdzie kot spał jeszcze na krześle',
    ],
    ['Russian', 'Утром бабушка открывала ставни, и солнце входило в кухню, где кот ещё спал на стуле'],
    ['Chinese', '早上奶奶打开百叶窗，阳光照进厨房，猫还在椅子上睡觉'],
    [
      'Latin filler',
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua',
    ],
    ['program code', 'function add(a, b) { return a + b } const x = add(1, 2); console.log(i, x)'],
    ['one letter again and again', 'x x x x x x x x x x x x'],
    ['nothing but numbers', '12 44 8 1024 77 3'],
  ])('is low in %s', (_what, text) => {
    expect(shareOf(text)).toBeLessThan(leastEnglish)
  })
})
