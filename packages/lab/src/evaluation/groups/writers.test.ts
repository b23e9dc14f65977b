import type { Finding } from '@penmark/detector'
import { WordSet } from '@penmark/detector/lab'
import { expect, test } from 'vitest'
import type { Item } from '../../corpora/collection.ts'
import { sources } from '../../corpora/sources.ts'
import { firstLanguageOf, levelOf, writerFigures } from './writers.ts'

test.each([
  [{ grade_level: '8' }, 'grade 8'],
  [{ level: 'HS 11-12' }, 'grade 11 or 12'],
  [{ level: 'MS 8' }, 'grade 8'],
  [{ level: 'BA 0-1' }, 'bachelor’s degree'],
  [{ level: 'MSc, Germany' }, 'master’s degree'],
  [{ grade_level: '6-12' }, null],
  [{}, null],
])('the level of a text with %j is %s', (meta, level) => {
  expect(levelOf({ meta })).toBe(level)
})

test.each([
  [{ l1: 'German (mostly)' }, 'first language: German'],
  [{ L1: 'Arabic' }, 'first language: Arabic'],
  [{ ell_status: 'yes' }, 'learner of English at a US school'],
  [{ l1: '' }, null],
])('the first language of a writer with %j is %s', (meta, language) => {
  expect(firstLanguageOf({ meta })).toBe(language)
})

test('findings are counted for the tenth of the students’ texts that says "you" most, and for no other people', () => {
  const text = (name: string, words: string): Item => ({
    text: `${words} `.repeat(40),
    label: 'human',
    source: sources.find((source) => source.name === name) as Item['source'],
    cluster: 0,
    fold: 0,
    use: 'train',
  })
  const found = new Map<Item, Finding>([
    [text('asap_aes', 'You should bring your bag.'), 'ai-likely'],
    ...Array.from({ length: 9 }, (_, i): [Item, Finding] => [
      text('asap_aes', `They brought ${i} bags.`),
      'no-evidence',
    ]),
    [text('imdb_reviews', 'You will love your film.'), 'ai-likely'],
  ])
  const figures = writerFigures(found, { common: new WordSet(new Uint8Array(8)) })
  expect(figures.find(({ group }) => group === 'most “you” and “your”')).toMatchObject({
    texts: 1,
    findings: { 'ai-likely': 1 },
  })
})
