import { describe, expect, test } from 'vitest'
import { hashText } from '../features/hash.ts'
import { wordSeed } from '../features/token-facts.ts'
import { Lexicon } from './lexicon.ts'

function lexiconOf(texts: Readonly<Record<string, number>>): Lexicon {
  const entries = Object.entries(texts)
    .map(([word, n]) => ({ hash: hashText(word, wordSeed), n }))
    .sort((a, b) => a.hash - b.hash)
  return new Lexicon(
    Uint32Array.from(entries, ({ hash }) => hash),
    Uint16Array.from(entries, ({ n }) => n),
  )
}

const lexicon = lexiconOf({
  the: 900,
  these: 300,
  tense: 80,
  school: 500,
  because: 400,
  "doesn't": 60,
  colour: 70,
  an: 800,
  form: 200,
  from: 300,
})

describe('a lexicon', () => {
  test.each([
    ['shcool', 'school'],
    ['scool', 'school'],
    ['schoool', 'school'],
    ['schopl', 'school'],
    ['becuase', 'because'],
    ["deosn't", "doesn't"],
  ])('corrects %s to %s', (slip, word) => {
    expect(lexicon.correct(slip)).toBe(word)
  })

  test('chooses the most common of several words one slip away', () => {
    expect(lexicon.correct('tense')).toBe('tense')
    expect(lexicon.correct('thes')).toBe('the')
    expect(lexicon.correct('thn')).toBe('the')
  })

  test('leaves a word alone if two corrections are about equally common', () => {
    expect(lexicon.correct('frm')).toBe('frm')
  })

  test('leaves words that are known, two slips away, too short, or in another alphabet', () => {
    for (const word of ['colour', 'school', 'shcol', 'te', 'ан', 'xyzzy', ''])
      expect(lexicon.correct(word)).toBe(word)
  })

  test('corrects nothing without words', () => {
    expect(lexiconOf({}).correct('shcool')).toBe('shcool')
  })
})
