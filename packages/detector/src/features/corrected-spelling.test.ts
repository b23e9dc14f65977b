import { describe, expect, test } from 'vitest'
import { Lexicon, withCorrectedSpelling } from '../model/lexicon.ts'

import { hashText } from './hash.ts'
import { wordSeed } from './token-facts.ts'

const words = ['the', 'smith', 'school', 'students']
  .map((word) => hashText(word, wordSeed))
  .sort((a, b) => a - b)
const lexicon = new Lexicon(
  Uint32Array.from(words),
  Uint16Array.from(words, () => 100),
)

describe('corrected tokens', () => {
  test('replace misspelt tokens one for one', () => {
    expect(
      withCorrectedSpelling(['Teh', 'studnets', ',', '#', 'xyzzy', '.', 'Teh', 'scohol'], lexicon),
    ).toEqual(['the', 'students', ',', '#', 'xyzzy', '.', 'the', 'school'])
  })

  test('leave names alone, recognised by a capital within a sentence', () => {
    expect(withCorrectedSpelling(['the', 'Smiths', 'Smth', '.', 'Smth'], lexicon)).toEqual([
      'the',
      'Smiths',
      'Smth',
      '.',
      'smith',
    ])
  })

  test('are unchanged if few are misspelt', () => {
    const tokens = [...Array.from({ length: 30 }, () => 'school'), 'studnets', '.']
    expect(withCorrectedSpelling(tokens, lexicon)).toBe(tokens)
  })

  test('are unchanged if nothing is misspelt', () => {
    const tokens = ['The', 'students', '.']
    expect(withCorrectedSpelling(tokens, lexicon)).toBe(tokens)
  })
})
