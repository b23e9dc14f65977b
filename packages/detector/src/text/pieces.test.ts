import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paragraphs, read, sentences } from './reading.ts'

const cut = (text: string): string[][] =>
  paragraphs(text).map((range) => sentences(text, range).map(({ start, end }) => text.slice(start, end)))

const essay = Array.from({ length: 60 }, (_, nth) => `word${nth}`).join(' ')

describe('what stands above an essay', () => {
  test.each([
    'Name: Ben Carter.',
    'Student number: 1834361.',
    'Class - 10A English, period 3.',
    'Teacher: Mr. Brown,',
    'Mr. Brown,',
    'Date: 12 March 2026.',
    '12 March 2026.',
    'March 12th, 2026.',
    '12/03/2026.',
    'Title: Limiting car usage!',
  ])('is no part of it: %s', (line) => {
    const reading = read(`${line}\n\n${essay}.`)
    expect(reading.paragraphs.map(({ kind }) => kind)).toEqual(['heading', 'prose'])
    expect(reading.proseWords).toBe(60)
  })

  test.each([
    ['a short first sentence', 'It was dark.'],
    ['a word with a hyphen', 'School-age children need more sleep.'],
    ['a sentence that begins like a label', 'Class begins at nine.'],
    ['a long sentence after a label', `Topic: ${essay}.`],
  ])('does not include %s', (_, line) => {
    expect(read(`${line}\n\n${essay}.`).paragraphs[0]?.kind).toBe('prose')
  })

  test('does not include a line below the first paragraph', () => {
    expect(read(`${essay}.\n\nDate: 12 March 2026.\n\n${essay}.`).paragraphs[1]?.kind).toBe('prose')
  })
})

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
