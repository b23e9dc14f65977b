import { expect, test } from 'vitest'
import { guessNextWords, measureRecall, mostByGuessing } from './security/colleague-texts/simulation.ts'

const texts = 8

test('somebody who knows sixty words of a colleague’s text learns no further one from what a match tells', () => {
  for (const { attack, right, rightByCounting } of guessNextWords(texts, 40, 'every run')) {
    expect([attack, right <= mostByGuessing(texts)]).toEqual([attack, true])
    // The attacks are real where words are counted exactly. Few own documents say what is common.
    if (!attack.startsWith('nine'))
      expect([attack, rightByCounting > mostByGuessing(texts)]).toEqual([attack, true])
  }
})

test('a copied passage of a hundred words or more is always told, and one of fewer than forty never', () => {
  const [few, ...long] = measureRecall([39, 100, 119, 240], 20, 'every run')
  expect(few).toMatchObject({ first: 0, later: 0 })
  for (const { copies, first, later } of long) expect([first, later]).toEqual([copies, copies])
})
