import { expect, test } from 'vitest'
import { read } from './reading.ts'
import { countWords } from './words.ts'

/** Every invisible character: format characters, Unicode's default ignorables, and the Braille blank. */
const unseen = (() => {
  const found: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point)
    if (/\p{Cf}|(?=\p{Default_Ignorable_Code_Point})\P{Cn}|\u2800/u.test(character)) found.push(character)
  }
  return found
})()
const named = (character: string) => `U+${character.codePointAt(0)?.toString(16)}`

test('the tests cover every zero-width and format character', () => {
  for (const known of [
    '\u00ad',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\u2066',
    '\ufeff',
    '\u061c',
    '\u{e0041}',
    '\u034f',
    '\u3164',
    '\ufe0f',
    '\u{e0100}',
  ]) {
    expect(unseen, named(known)).toContain(known)
  }
})

test('an invisible character is never a word and never splits one', () => {
  const miscounted = unseen.filter(
    (character) =>
      countWords(character.repeat(3)) !== 0 ||
      countWords(`A ${character} plain essay`) !== 3 ||
      countWords(`${character}A pl${character}ain es${character}${character}say${character}.`) !== 3 ||
      countWords(`writer${character}’s cliff${character}-top`) !== 2,
  )
  expect(miscounted.map(named)).toEqual([])
})

test('a text full of invisible characters counts as many words as the plain text', () => {
  const plain = 'The lighthouse keeper walked home before the storm reached the cliff. '.repeat(12).trim()
  const stuffed = plain.replaceAll('e', 'e\u200b').replaceAll(' ', ' \u200d\u3164 ')
  expect(countWords(stuffed)).toBe(countWords(plain))
  expect(read(stuffed).words).toBe(countWords(plain))
})

test('words are counted as people count them', () => {
  expect(countWords('Zoë’s well-known essay, 3.5 pages – not 4!')).toBe(7)
  expect(countWords('नमस्ते दुनिया')).toBe(2)
  expect(countWords('👩\u200d🏫 ❤\ufe0f …')).toBe(0)
  expect(countWords('')).toBe(0)
})
