import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText } from './charset.ts'

const english = 'She said: “It’s naïve” – and went. The café cost £5… ’Tis done. '.repeat(3)
const short = 'It’s a short note with one curly quote and nothing else that is beyond ASCII in it.'
const french =
  'À l’aube, le garçon rêvait déjà d’être très loin. Où allait-il ? Nous étions là, près de la forêt. '.repeat(
    2,
  )
const russian =
  'Зимой наша река замерзала так крепко, что по ней ездили на санях. Мы верили ему и шли домой. '
const japanese = '冬になると、私たちの川は固く凍り、人々はその上をそりで渡りました。'.repeat(3)

describe('plain text is decoded from', () => {
  test.each([
    ['UTF-8', 'utf-8', english],
    ['windows-1252', 'windows-1252', english],
    ['windows-1252 with one curly quote', 'windows-1252', short],
    ['windows-1252 in French', 'windows-1252', french],
    ['Mac Roman', 'macintosh', english],
    ['Mac Roman with one curly quote', 'macintosh', short],
    ['Mac Roman in French', 'macintosh', french],
    ['windows-1251', 'windows-1251', russian],
    ['KOI8-R', 'koi8-r', russian],
    ['Shift JIS', 'shift_jis', japanese],
    ['UTF-16 LE without a mark', 'utf-16le', english],
    ['UTF-16 BE without a mark', 'utf-16be', english],
    ['UTF-16 LE without a mark in Russian', 'utf-16le', russian],
  ])('%s', (_, charset, text) => {
    expect(decodeText(iconv.encode(text, charset))).toBe(text)
  })

  test('ISO-2022-JP, which uses escape sequences', () => {
    const letters = iconv.encode(japanese, 'euc-jp').map((byte) => byte & 0x7f)
    const bytes = Buffer.concat([Buffer.from('\x1b$B'), letters, Buffer.from('\x1b(B')])
    expect(decodeText(bytes)).toBe(japanese)
  })

  test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    '%s with a byte order mark',
    (charset) => {
      expect(decodeText(iconv.encode(english, charset, { addBOM: true }))).toBe(english)
    },
  )
})

test('survives bytes that look like an obsolete charset', () => {
  expect(() => decodeText(Buffer.from([0x81, 0x1b, 0x4e]))).not.toThrow()
})

test.each([
  ['a quote of Windows-1252', Buffer.from([0x92]), '’'],
  ['an e with an accent of Windows-1252', Buffer.from([0xe9]), 'é'],
])('reads UTF-8 with %s in it, and the rest of it rightly', (_, stray, character) => {
  const bytes = Buffer.concat([Buffer.from(english), stray, Buffer.from(` ${french}`)])
  expect(decodeText(bytes)).toBe(`${english}${character} ${french}`)
})

test('reads UTF-8 that was cut off within a character', () => {
  const text = decodeText(Buffer.from(`${english}€`).subarray(0, -1))
  expect(text?.slice(0, english.length)).toBe(english)
})

test('accepts a stray NUL in a text', () => {
  expect(decodeText(Buffer.from(`${'A plain sentence. '.repeat(20)}\0end`))).toContain('sentence')
})

test('replaces unpaired surrogates and continues', () => {
  const bytes = iconv.encode(
    '\ufeffbefore \ud800 after, with enough words around it to be a text',
    'utf-16le',
    { addBOM: false },
  )
  expect(decodeText(bytes)).toContain('after')
})

test.each([
  [
    'compressed data',
    Buffer.from(Array.from({ length: 2000 }, (_, nth) => (nth * 7919 + (nth >> 3) * 104729) & 0xff)),
  ],
  ['NULs', Buffer.alloc(500)],
  ['control characters', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16])],
])('does not accept %s as text', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})
