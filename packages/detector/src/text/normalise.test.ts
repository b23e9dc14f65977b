import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalise } from './normalise.ts'

const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x10ffff }),
      fc.constantFrom(0x200d, 0x301, 0x43e, 0x61, 0x20),
    ),
  )
  .map((codes) => String.fromCodePoint(...codes))

describe('normalising', () => {
  test('leaves plain text unchanged', () => {
    expect(normalise('Plain "text" - 2024.\n')).toEqual({ text: 'Plain "text" - 2024.\n', map: null })
  })

  test('replaces look-alike letters in words that mix scripts', () => {
    expect(normalise('Тhе quiсk brоwn fох').text).toBe('The quick brown fox')
  })

  test('leaves genuine Russian or Greek words unchanged', () => {
    const text = 'The Russian word привет means hello and β is a Greek letter.'
    expect(normalise(text).text).toBe(text)
  })

  test('removes invisible characters, except the joiners of an emoji', () => {
    expect(normalise('zero\u200bwidth soft\u00adhyphen 👩‍🔬').text).toBe('zerowidth softhyphen 👩‍🔬')
  })

  test('straightens quotes and unifies dashes, ligatures and full-width letters', () => {
    expect(normalise('“ﬁne” – it’s ｏｋ…').text).toBe('"fine" — it\'s ok...')
  })

  test('composes letters with combining marks', () => {
    expect(normalise('cafe\u0301').text).toBe('café')
  })

  test('maps every position back to the original text in order', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { text, map } = normalise(given)
        const places = map ?? Uint32Array.from({ length: given.length + 1 }, (_, i) => i)
        expect(places).toHaveLength(text.length + 1)
        expect(places.at(-1)).toBe(given.length)
        expect(places.every((at, i) => i === 0 || at >= (places[i - 1] ?? 0))).toBe(true)
      }),
      { seed: 5, numRuns: 100 },
    )
  })
})
