import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { drawnPdf } from '../../fixtures/pdf-writer.ts'
import { extractionLimits } from '../extraction/extraction.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const characterMaps = fileURLToPath(new URL('../../character-maps', import.meta.url))
const read = (...page: Parameters<typeof drawnPdf>) =>
  extractBytes(drawnPdf(...page), extractionLimits, undefined, characterMaps)
const paragraphs = async (...page: Parameters<typeof drawnPdf>) => (await read(...page)).paragraphs

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
const line = (x: number, y: number, text: string, size = 12, before = '') =>
  `BT ${before} /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`
const lines = (texts: string[], { x = 72, top = 770, step = 20, size = 12, before = '' } = {}) =>
  texts.map((text, nth) => line(x, top - nth * step, text, size, before)).join('\n')

const essay = [
  'My grandmother kept bees behind the old railway shed, and every August she made',
  'my brother and me carry the heavy frames to the kitchen. I hated it then because',
  'the smoke got in my hair and I was afraid of the noise. Now I think that those',
  'afternoons taught me more about patience than anything I have done at school, or',
  'on the way there. The first thing she showed us was how to walk. You never rush',
  'near a hive, she said, you walk as if you were bringing soup to somebody who is',
  'asleep. My brother rushed anyway and got stung on the ear twice, which he still',
  'talks about at Christmas, and which my mother has never quite forgiven him for.',
]
const whole = essay.join(' ')

describe('what is written onto a page', () => {
  test('keeps its words apart where another text begins over it, as shadows of labels do', async () => {
    const label = `${line(72, 700, 'Programming: Department', 16)}\n${line(78, 694.5, 'Programming: Department', 16)}`
    expect((await paragraphs(label)).join(' ')).not.toContain('DepartmentProgramming')
  })

  test.each(['Widget', 'FreeText'] as const)('is read in its place: %s', async (subtype) => {
    const page = `${line(72, 780, '1. What did you see?')}\n${line(72, 680, '2. What did you hear?')}\n${line(72, 580, 'End of the worksheet.')}`
    const answer = (text: string) => `/Tx BMC q BT /F1 10 Tf 2 60 Td (${text}) Tj ET Q EMC`
    const found = await paragraphs(page, [
      { subtype, place: [72, 700, 522, 770], content: answer('I saw the bees leave the shed.') },
      { subtype, place: [72, 600, 522, 670], content: answer('I heard nothing but the wind.') },
    ])
    expect(found.join(' ')).toBe(
      '1. What did you see? I saw the bees leave the shed. 2. What did you hear? I heard nothing but the wind. End of the worksheet.',
    )
  })
})

describe('text that is painted twice', () => {
  test('to look bold is read once', async () => {
    expect(await paragraphs(`${lines(essay)}\n${lines(essay, { x: 72.25 })}`)).toEqual([whole])
    expect(
      await paragraphs(
        essay
          .map((text, nth) => line(72, 770 - nth * 20, text) + line(72.4, 769.8 - nth * 20, text))
          .join('\n'),
      ),
    ).toEqual([whole])
  })

  test('as a whole and in pieces is read once', async () => {
    const pieces = 'BT /F1 12 Tf 1 0 0 1 72.2 770 Tm [(My gran) -200 (dmother)] TJ ET'
    expect(await paragraphs(`${line(72, 770, 'My grandmother')}\n${pieces}`)).toEqual(['My grandmother'])
  })

  test('in two places is read twice', async () => {
    expect(
      await paragraphs(
        line(72, 770, 'It was very, very, very late.') + line(72, 750, 'It was very, very, very late.'),
      ),
    ).toEqual(['It was very, very, very late. It was very, very, very late.'])
    const letters = Array.from('helloall')
    const apart = letters.map((letter, nth) => line(72 + nth * 6 + (nth > 4 ? 4 : 0), 770, letter)).join('\n')
    expect((await paragraphs(apart)).join(' ').replaceAll(' ', '')).toBe('helloall')
  })
})

describe('letters that are set apart', () => {
  test.each([1, 1.92, 4])('by %d points are read as words', async (space) => {
    expect(
      await paragraphs(
        lines(
          essay.slice(0, 3).map((text) => text.slice(0, 50)),
          { before: `${space} Tc` },
        ),
      ),
    ).toEqual([
      essay
        .slice(0, 3)
        .map((text) => text.slice(0, 50).trim())
        .join(' '),
    ])
  })

  test('one by one are read as words', async () => {
    const shown = Array.from('patience taught us', (letter) => `(${letter}) -180`).join(' ')
    expect(await paragraphs(`BT /F1 12 Tf 1 0 0 1 72 770 Tm [${shown}] TJ ET`)).toEqual([
      'patience taught us',
    ])
  })

  test('at whole pixels, one by one, keep the spaces that are drawn between them', async () => {
    const pixels: Record<string, number> = {
      ' ': 5,
      i: 5,
      l: 5,
      t: 5,
      f: 6,
      r: 6,
      s: 7,
      a: 8,
      c: 8,
      e: 8,
      m: 15,
    }
    const drawn = (text: string, y: number) =>
      Array.from(text, (letter, nth) => {
        const before = text[nth - 1]
        return `${nth === 0 ? 0 : (pixels[before ?? ''] ?? 10)} ${nth === 0 ? y : 0} Td (${escaped(letter)}) Tj`
      }).join('\n')
    const sentence = 'The people of the village called for the control of a canal, and the hall is theirs.'
    const page = `q .408 0 0 -.408 40 800 cm BT /F1 23 Tf 1 0 0 -1 0 0 Tm\n${drawn(sentence, -40)} ET Q`
    expect(await paragraphs(page)).toEqual([sentence])
  })

  test('behind a space that was taken back stay in their word', async () => {
    const drawn = 'BT /F1 12 Tf 1 0 0 1 72 770 Tm (The har) Tj ( ) Tj 37 0 Td (bour moved) Tj ET'
    expect(await paragraphs(drawn)).toEqual(['The harbour moved'])
  })

  test('as dots of a leader do not join the words before them', async () => {
    const words = { '1.2': 72, Aim: 92, and: 116.3, Question: 136.6 }
    const entry = Object.entries(words).map(([text, x]) => line(x, 770, text))
    const dots = Array.from({ length: 24 }, (_, nth) => line(184 + nth * 7, 770, '.'))
    expect((await paragraphs([...entry, ...dots, line(352, 770, '2')].join('\n')))[0]).toMatch(
      /^1\.2 Aim and Question \.{24} 2$/,
    )
  })

  const inPieces = (words: string[], gap: number) =>
    words.map((word) => `[(${escaped(word)}) -${gap}] TJ`).join(' ')

  test('in pieces stand apart beside a sign that is taller than they are', async () => {
    const words = inPieces(['Explain', 'the', 'following', 'things.'], 250)
    expect(await paragraphs(`BT /F1 40 Tf 1 0 0 1 72 770 Tm [(W) -300] TJ /F1 12 Tf ${words} ET`)).toEqual([
      'W Explain the following things.',
    ])
  })

  test('in pieces stand apart with the narrow spaces of a whole line, but no word is split', async () => {
    const words = ['How', 'to', 'use', 'a', 'collection', 'in', 'your', 'programs.']
    const split = ['The', 'peculi', 'arities', 'of', 'your', 'programs.']
    const drawn = (pieces: string) => `BT /F1 12 Tf 1 0 0 1 72 770 Tm ${pieces} ET`
    expect(await paragraphs(drawn(inPieces(words, 80)))).toEqual([words.join(' ')])
    expect(await paragraphs(drawn('(The ) Tj [(peculi) -80] TJ (arities of your programs.) Tj'))).toEqual([
      'The peculiarities of your programs.',
    ])
    expect(await paragraphs(drawn(inPieces(split, 30)))).toEqual([split.join('')])
    expect(await paragraphs(drawn('[(The) -118] TJ (LTC is a converter of a high efficiency.) Tj'))).toEqual([
      'The LTC is a converter of a high efficiency.',
    ])
  })

  test('only to fill a line do not join its words', async () => {
    const drawn = 'BT /F1 12 Tf 1 0 0 1 72 770 Tm (A harbour) Tj 4.056 Tc (,I) Tj 0 Tc ( thought) Tj ET'
    expect(await paragraphs(drawn)).toEqual(['A harbour, I thought'])
  })
})

test('a text in a Japanese font that the file only names is read', async () => {
  const page = essay
    .map((text, nth) => `BT /F2 10 Tf 1 0 0 1 72 ${770 - nth * 20} Tm (${escaped(text)}) Tj ET`)
    .join('\n')
  expect(await paragraphs(page)).toEqual([whole])
  expect(await paragraphs('BT /F2 10 Tf 1 0 0 1 72 770 Tm <93fa967b8cea> Tj ET')).toEqual(['日本語'])
})

describe('the numbers of lines', () => {
  const numbered = (numberOf: (nth: number) => string, at = 42) =>
    essay.map((_, nth) => (numberOf(nth) === '' ? '' : line(at, 770 - nth * 20, numberOf(nth), 7))).join('\n')

  test.each([
    ['beside each line', numbered((nth) => String(nth + 97))],
    ['beside every second line', numbered((nth) => (nth % 2 === 1 ? String(nth + 1) : ''))],
    ['on the right of every second line', numbered((nth) => (nth % 2 === 1 ? String(nth + 9) : ''), 560)],
  ])('%s are left out, and reported', async (_, numbers) => {
    const { paragraphs: found, facts } = await read(`${lines(essay)}\n${numbers}`)
    expect(found).toEqual([whole])
    expect(facts).toContainEqual({
      kind: 'left-out',
      name: 'line-numbers',
      value: null,
      count: numbers.split('BT').length - 1,
    })
  })

  test('are not taken for such where they number entries of a table, questions or years', async () => {
    const questions = essay
      .map((_, nth) => (nth % 3 === 0 ? line(42, 770 - nth * 20, String(nth / 3 + 1)) : ''))
      .join('\n')
    expect((await paragraphs(`${lines(essay)}\n${questions}`)).join(' ')).toMatch(
      /^1 My grandmother.*2 afternoons.*3 asleep/,
    )
    const years = essay
      .map(
        (_, nth) => line(72, 770 - nth * 20, String(1990 + nth * nth)) + line(110, 770 - nth * 20, 'boats'),
      )
      .join('\n')
    expect((await paragraphs(years)).join(' ')).toContain('1990 boats')
  })
})

describe('text on its side', () => {
  const turned = (cos: number, sin: number, x: (nth: number) => number, y: (nth: number) => number) =>
    essay
      .map(
        (text, nth) =>
          `BT /F1 12 Tf ${cos} ${sin} ${-sin} ${cos} ${x(nth)} ${y(nth)} Tm (${escaped(text)}) Tj ET`,
      )
      .join('\n')
  const upwards = turned(
    0,
    1,
    (nth) => 300 + nth * 20,
    () => 72,
  )

  test.each([
    ['upwards', upwards],
    [
      'downwards',
      turned(
        0,
        -1,
        (nth) => 300 - nth * 20,
        () => 770,
      ),
    ],
    [
      'upside down',
      turned(
        -1,
        0,
        () => 520,
        (nth) => 72 + nth * 20,
      ),
    ],
  ])('is read: %s', async (_, page) => {
    const { paragraphs: found, facts } = await read(page)
    expect(found).toEqual([whole])
    expect(facts).toEqual([])
  })

  test('is read after the upright text of the page', async () => {
    const above = 'A wide table follows.'
    expect(
      await paragraphs(
        `${upwards}\n${[line(72, 800, above), lines(essay, { x: 20, top: 400, size: 2.6 })].join('\n')}`,
      ),
    ).toContain(whole)
  })

  test('is left out where it is a stamp or a label', async () => {
    const stamp = 'BT /F1 12 Tf 0 1 -1 0 30 300 Tm (arXiv:1234.5678 [cs.CL] 2 May 2020) Tj ET'
    const { paragraphs: found, facts } = await read(`${lines(essay)}\n${stamp}`)
    expect(found).toEqual([whole])
    expect(facts).toEqual([{ kind: 'left-out', name: 'slanted-text', value: null, count: 1 }])
  })
})

describe('an accent that is drawn by itself', () => {
  const drawn = (pieces: string) => `BT /F1 12 Tf 1 0 0 1 72 770 Tm ${pieces} TJ ET`

  test.each([
    ['before its letter', '[(L) (\\264) 389 (opez is na) (\\250) 305 (ive)]', 'López is naïve'],
    ['after its letter', '[(Lo) 416 (\\264) -83 (pez is na\\357ve)]', 'López is naïve'],
    [
      'by a writer who means an apostrophe',
      '[(Chomsky\\264s view, and L\\363pez\\264 book)]',
      'Chomsky´s view, and López´ book',
    ],
    ['by a writer who quotes', '[(She said `all of it\\264 at once)]', 'She said `all of it´ at once'],
  ])('is read as it looks: %s', async (_, pieces, expected) => {
    expect(await paragraphs(drawn(pieces))).toEqual([expected])
  })
})

describe('small print at the end of a page', () => {
  const body = essay.concat(essay)
  const small = (texts: string[]) => lines(texts, { top: 200, step: 12, size: 9 })
  const mark = (nth: number, y: number) => line(72 + 380, y + 4, String(nth), 7)

  test('is text where it is a list of references or a questionnaire', async () => {
    const references = [
      '1. Ray, A. (2014). Bees and their sheds. Harbour Press.',
      '2. Low, B. (2015). Sheds and their bees. Harbour Press.',
    ]
    const { text, facts } = await read(`${lines(body)}\n${small(references)}`)
    expect(text).toContain('Bees and their sheds')
    expect(facts).toEqual([])
    const cited = await read(`${lines(body)}\n${mark(1, 750)}\n${small(['References', ...references])}`)
    expect(cited.text).toContain('Bees and their sheds')
  })

  test('is left out where a word of the page bears its mark', async () => {
    const word = `BT /F1 12 Tf 1 0 0 1 72 790 Tm (The bees) Tj /F1 7 Tf 4 Ts (3) Tj ET`
    const { text, facts } = await read(
      `${word}\n${lines(body)}\n${small(['3 See the letters of my grandmother, in the attic.', 'They are not numbered.'])}`,
    )
    expect(text).not.toContain('attic')
    expect(facts).toEqual([{ kind: 'left-out', name: 'notes', value: null, count: 2 }])
  })
})
