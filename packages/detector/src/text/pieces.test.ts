import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paragraphs, sentences } from './reading.ts'

const cut = (text: string): string[][] =>
  paragraphs(text).map((range) => sentences(text, range).map(({ start, end }) => text.slice(start, end)))

describe('paragraphs and sentences', () => {
  test('splits at line breaks, or only at blank lines if lines were wrapped by hand', () => {
    expect(cut('First line.\nSecond line.\n\nThird.')).toEqual([
      ['First line.'],
      ['Second line.'],
      ['Third.'],
    ])
    const wrapped =
      'This is a long line that was broken by the editor of\na mail program because it would not fit into the width\nof the page, as they used to do.\n\nNext.'
    expect(paragraphs(wrapped)).toHaveLength(2)
  })

  test('does not end a sentence after a title, an initial, a decimal or an abbreviation', () => {
    expect(cut('Dr. Brown met J. K. Rowling at 3.50 p.m. on Monday. He left, e.g. by bus.')).toEqual([
      ['Dr. Brown met J. K. Rowling at 3.50 p.m. on Monday. ', 'He left, e.g. by bus.'],
    ])
  })

  test('keeps closing quotes and brackets with their sentence', () => {
    expect(cut('"Stop!" (He ran.) Then it rained…  Twice.')).toEqual([
      ['"Stop!" ', '(He ran.) ', 'Then it rained…  ', 'Twice.'],
    ])
  })

  test('splits any text into adjoining sentences', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('A b. ', 'Yes', '! ', '\n', '\n\n', ' ', '?)', 'x.y ', '..."', 'Mr. '), {
          maxLength: 30,
        }),
        (parts) => {
          const text = parts.join('')
          for (const range of paragraphs(text)) {
            expect(
              sentences(text, range)
                .map(({ start, end }) => text.slice(start, end))
                .join(''),
            ).toBe(text.slice(range.start, range.end))
          }
        },
      ),
      { seed: 3, numRuns: 300 },
    )
  })
})
