import { classCount, read, Vocabulary } from '@penmark/detector/lab'
import { describe, expect, test } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import { type Source, sources } from '../corpora/sources.ts'
import { chooseTexts, chooseWords, factsOf, numbersIfUnknown, numberTexts } from './numbered-texts.ts'

const training = sources.filter(({ use }) => use === 'train')
const sentence = 'The river rose in the night and took the old bridge with it. '
const text = (source: Source, changes: Partial<Item> = {}): Item => ({
  source,
  text: sentence.repeat(4),
  label: 'human',
  cluster: 0,
  fold: 5,
  use: 'train',
  ...changes,
})
const [first] = training as [Source, ...Source[]]

describe('the texts that train encoders', () => {
  test('are the first of each source and label that may train, and a fifth as many of held-out folds', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      text(first, { text: `Number ${i}. ${sentence.repeat(4)}` }),
    )
    const { texts } = chooseTexts(
      [
        ...many,
        ...many.map((item) => ({ ...item, fold: 1 })),
        text(first, { label: 'ai' }),
        text(first, { label: 'mixed' }),
        text(first, { label: 'ai', use: 'dropped' }),
        text(first, { label: 'ai', text: sentence }),
      ],
      5,
    )
    expect(texts.map(({ item, heldOut }) => `${item.label}${heldOut ? ', held out' : ''}`)).toEqual([
      ...Array.from({ length: 5 }, () => 'human'),
      'human, held out',
      'ai',
    ])
    expect(texts[0]?.item).toBe(many[0])
  })

  test('have at most 640 tokens, from a place that stays the same when texts before them change their role', () => {
    const long = text(first, {
      text: Array.from({ length: 900 }, (_, i) => `word${String.fromCodePoint(97 + (i % 26))}`).join(' '),
    })
    const stretchAfter = (use: Item['use']): string => {
      const { distinct, texts } = chooseTexts([text(first, { use }), long], 5)
      return Array.from(texts.at(-1)?.tokens ?? [], (place) => distinct[place]).join(' ')
    }
    expect(stretchAfter('train').split(' ')).toHaveLength(640)
    expect(stretchAfter('train')).toBe(stretchAfter('test'))
    expect(long.text).toContain(stretchAfter('test'))
  })
})

test('a word is known if 18 sources share it, whatever its case, held-out texts aside', () => {
  const shared = training
    .slice(0, 18)
    .map((source, i) => text(source, { text: `${i % 2 === 0 ? 'Otters' : 'otters'} ${sentence.repeat(4)}` }))
  const known = chooseWords(chooseTexts(shared, 5))
  expect(known).toEqual([
    '.',
    'and',
    'bridge',
    'in',
    'it',
    'night',
    'old',
    'otters',
    'river',
    'rose',
    'the',
    'took',
    'with',
  ])
  expect(chooseWords(chooseTexts([...shared.slice(1), { ...(shared[0] as Item), fold: 0 }], 5))).toEqual([])
})

test('tokens have the numbers that the product gives them', () => {
  const items = [
    text(first),
    text(first, { text: `Never before, "Station" 7 was UNKNOWN. ${sentence.repeat(3)}` }),
  ]
  const words = ['.', 'river', 'the', 'was']
  expect([...numberTexts(chooseTexts(items, 5), words)]).toEqual(
    items.flatMap((item) => [...new Vocabulary(words).numbersOf(read(item.text).tokens)]),
  )
})

test('a word that is made unknown falls into its class, a sign stays', () => {
  const [sign, word] = numbersIfUnknown(['.', 'station'])
  expect(sign).toBe(classCount)
  expect(word).toBe(new Vocabulary([]).numbersOf(['creation'])[0])
})

test('training learns the family, licence and kind of each text', () => {
  const facts = (name: string, changes: Partial<Item> = {}): object => {
    const [chosen] = chooseTexts(
      [text(sources.find((source) => source.name === name) as Source, changes)],
      5,
    ).texts
    return factsOf(chosen as Parameters<typeof factsOf>[0])
  }
  expect(facts('argrewrite2')).toEqual({
    source: 'argrewrite2',
    label: 'human',
    family: 4,
    student: true,
    open: true,
    heldOut: false,
    tokens: 56,
  })
  expect(facts('bbc_news')).toMatchObject({ open: false, student: false, family: 3 })
  expect(facts('bard_essays', { label: 'ai' })).toMatchObject({ label: 'ai', open: true, family: 0 })
})
