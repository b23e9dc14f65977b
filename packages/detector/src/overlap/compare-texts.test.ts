import { describe, expect, test } from 'vitest'
import { compareTexts, type Overlap, overlapLimits } from './compare-texts.ts'

function compare(texts: readonly string[], assignment?: string): Overlap {
  const steps = compareTexts(texts, assignment)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Words that never repeat by chance: `prose(1, 40)` has none of `prose(2, 40)`. */
function prose(seed: number, words: number): string {
  const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'to']
  const spell = (number: number): string =>
    number < 8 ? (syllables[number] as string) : spell(number >> 3) + (syllables[number & 7] as string)
  return Array.from({ length: words }, (_, nth) => spell(8_000 + seed * 2_000 + nth)).join(' ')
}

const shared = prose(1, 60)
const sharesOf = (texts: readonly string[], assignment?: string) => compare(texts, assignment).pairs.map(({ a, b, words }) => [a, b, words])

describe('two texts', () => {
  test('share a copied passage, with its position in each', () => {
    const texts = [`${prose(2, 40)} ${shared} ${prose(3, 100)}`, `${shared}\n\n${prose(4, 60)}`]
    const { pairs } = compare(texts)
    expect(pairs).toMatchObject([{ a: 0, b: 1, words: 60, share_a: 0.3, share_b: 0.5 }])
    const [passage] = pairs[0]?.passages ?? []
    expect(texts[0]?.slice(passage?.a.start, passage?.a.end)).toBe(shared)
    expect(texts[1]?.slice(passage?.b.start, passage?.b.end)).toBe(shared)
  })

  test('share everything if they are identical', () => {
    expect(compare([shared, shared]).pairs).toMatchObject([{ words: 60, share_a: 1, share_b: 1 }])
  })

  test('share nothing if they are different, empty or without words', () => {
    expect(compare([prose(2, 300), prose(3, 300), '', ' \n', '!?…', prose(4, 3)]).pairs).toEqual([])
    expect(compare([]).pairs).toEqual([])
  })

  test('share no passage shorter than twelve words', () => {
    const idiom = prose(1, 11)
    expect(sharesOf([`${prose(2, 40)} ${idiom} ${prose(3, 40)}`, `${prose(4, 40)} ${idiom} ${prose(5, 40)}`])).toEqual([])
  })

  test('share passages that were moved', () => {
    const [first, second] = [prose(1, 50), prose(2, 50)]
    const { pairs } = compare([`${first}\n\n${prose(3, 30)}\n\n${second}`, `${second}\n\n${first}\n\n${prose(4, 30)}`])
    expect(pairs).toMatchObject([{ words: 100, passages: [{ words: 50 }, { words: 50 }] }])
  })

  test('share passages that differ only in case, punctuation, accents and apostrophes', () => {
    const one = `l’été dernier — ${shared} don't`
    const other = `L'ete "dernier", ${shared.toUpperCase().replaceAll(' ', ', ')}; DON’T!`
    expect(sharesOf([one, other.replaceAll('"', '')])).toEqual([[0, 1, 63]])
  })

  test('share passages disguised with invisible characters or look-alike letters', () => {
    const hidden = shared.replaceAll('o', 'о').replaceAll('ke', 'k\u200be')
    expect(sharesOf([shared, hidden])).toEqual([[0, 1, 60]])
  })

  test('share a passage in which every tenth word was replaced', () => {
    const words = prose(1, 200).split(' ')
    const changed = words.map((word, nth) => (nth % 10 === 9 ? `other${nth}` : word)).join(' ')
    const { pairs } = compare([`${prose(2, 50)} ${words.join(' ')}`, `${changed} ${prose(3, 50)}`])
    expect(pairs).toMatchObject([{ words: 180, passages: [{ words: 180 }] }])
  })

  test('share a passage with words added and removed', () => {
    const words = prose(1, 120).split(' ')
    const changed = words.flatMap((word, nth) => (nth % 30 === 10 ? [] : nth % 30 === 20 ? ['really', 'very', word] : [word])).join(' ')
    expect(compare([words.join(' '), changed]).pairs).toMatchObject([{ words: 116, passages: [{}] }])
  })

  test('share a sentence once, even if one of them repeats it', () => {
    const { pairs } = compare([`${`${shared}. `.repeat(50)}`, `${prose(2, 60)} ${shared}`])
    expect(pairs[0]?.passages).toHaveLength(1)
    expect(pairs[0]?.words).toBe(60)
  })
})

describe('what is not compared', () => {
  test('includes the text of the assignment, in any case and punctuation', () => {
    const texts = [`${shared}.\n${prose(2, 80)}`, `${shared.toUpperCase()}\n${prose(3, 80)}`]
    expect(sharesOf(texts)).toHaveLength(1)
    expect(sharesOf(texts, `Write about: ${shared}!`)).toEqual([])
    expect(compare(texts, shared).left_out.assignment).toBe(120)
  })

  test.each([
    ['“', '”'],
    ['"', '"'],
    ['«', '»'],
    ['‘', '’'],
  ])('includes a quotation between %s and %s, even if only one of the two texts marks it', (open, close) => {
    expect(sharesOf([`As she says, ${open}${shared}${close} (p. 3) ${prose(2, 60)}`, `${shared} ${prose(3, 60)}`])).toEqual([])
  })

  test('excludes unclosed quotations and whole essays in quotation marks', () => {
    expect(sharesOf([`“He said.\n${shared}`, shared])).toEqual([[0, 1, 60]])
    expect(sharesOf([`The boys‘ dog’s ${shared}`, shared])).toEqual([[0, 1, 60]])
    const long = prose(1, 200)
    expect(sharesOf([`“${long}”`, long])).toEqual([[0, 1, 200]])
  })

  test('includes a passage that most texts have, which is reported separately', () => {
    const texts = Array.from({ length: 6 }, (_, nth) => `${prose(10 + nth, 50)} ${nth < 4 ? shared : ''} ${prose(20 + nth, 50)}`)
    const { pairs, common } = compare(texts)
    expect(pairs).toEqual([])
    expect(common).toMatchObject([{ text: 0, texts: 4 }])
    expect(shared).toContain(texts[0]?.slice(common[0]?.start, common[0]?.end))
    expect(common[0]?.words).toBeGreaterThan(50)
  })

  test('excludes a passage that only three of six texts share', () => {
    const texts = Array.from({ length: 6 }, (_, nth) => `${prose(10 + nth, 50)} ${nth < 3 ? shared : ''}`)
    expect(sharesOf(texts)).toEqual([
      [0, 1, 60],
      [0, 2, 60],
      [1, 2, 60],
    ])
  })
})

test('pairs are sorted by share, largest first', () => {
  const texts = [`${shared} ${prose(2, 20)}`, `${shared} ${prose(3, 500)}`, prose(3, 30)]
  expect(compare(texts).pairs.map(({ a, b }) => [a, b])).toEqual([
    [1, 2],
    [0, 1],
  ])
})

test('reports progress after every text, never backwards', () => {
  const shares = [...compareTexts([shared, prose(2, 60), shared])]
  expect(shares).toEqual(shares.toSorted((x, y) => x - y))
  expect(shares.at(-1)).toBe(1)
  expect(shares.length).toBeGreaterThanOrEqual(6)
})

test('refuses more texts or words than the limit', () => {
  expect(() => compare(Array.from({ length: overlapLimits.texts + 1 }, () => ''))).toThrow(RangeError)
  const long = 'word '.repeat(200_000)
  expect(() => compare(Array.from({ length: 16 }, () => long))).toThrow(RangeError)
})
