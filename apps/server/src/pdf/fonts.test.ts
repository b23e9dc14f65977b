import { expect, test } from 'vitest'
import { Typesetter } from './fonts.ts'

const drawn = (text: string) => new Typesetter().runs('serif', text)

test('draws Western, Greek and Cyrillic letters in one font, and other scripts in another', () => {
  expect(drawn('Œuvre d’été – ő Привет Ελλάς')).toEqual([
    { text: 'Œuvre d’été – ő Привет Ελλάς', font: 'serif' },
  ])
  expect(drawn('a שלום b')).toEqual([
    { text: 'a ', font: 'serif' },
    { text: 'שלום', font: 'other' },
    { text: ' b', font: 'serif' },
  ])
})

test('draws a box for what no font contains, and counts it', () => {
  const type = new Typesetter()
  expect(type.runs('sans', 'a中文b').map(({ text }) => text)).toEqual(['a', '□□', 'b'])
  expect(type.missingGlyphs).toBe(2)
  type.runs('sans', 'plain')
  expect(type.missingGlyphs).toBe(2)
  expect(type.hasRightToLeft).toBe(false)
})

test('omits invisible characters, and handles broken surrogate pairs', () => {
  expect(drawn('a\u0000b\u202ec\u00add')).toEqual([{ text: 'abcd', font: 'serif' }])
  expect(drawn('a\ud83d')[0]?.text).toContain('a')
})

test('breaks lines within a very long word, but never within a hash', () => {
  const hash = '9be4'.repeat(16)
  expect(drawn(hash)[0]?.text).toBe(hash)
  expect(drawn('w'.repeat(80))[0]?.text).toBe('wwwwwwww\u200b'.repeat(10))
})
