import { describe, expect, test } from 'vitest'
import { compareTexts, type Overlap, overlapLimits } from './compare-texts.ts'

function compare(texts: readonly string[], assignment?: string, sources?: readonly string[]): Overlap {
  const steps = compareTexts(texts, assignment, sources)
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
const sharesOf = (texts: readonly string[], assignment?: string) =>
  compare(texts, assignment).pairs.map(({ a, b, words }) => [a, b, words])

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
    expect(
      sharesOf([`${prose(2, 40)} ${idiom} ${prose(3, 40)}`, `${prose(4, 40)} ${idiom} ${prose(5, 40)}`]),
    ).toEqual([])
  })

  test('share passages that were moved', () => {
    const [first, second] = [prose(1, 50), prose(2, 50)]
    const { pairs } = compare([
      `${first}\n\n${prose(3, 30)}\n\n${second}`,
      `${second}\n\n${first}\n\n${prose(4, 30)}`,
    ])
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
    const changed = words
      .flatMap((word, nth) => (nth % 30 === 10 ? [] : nth % 30 === 20 ? ['really', 'very', word] : [word]))
      .join(' ')
    expect(compare([words.join(' '), changed]).pairs).toMatchObject([{ words: 116, passages: [{}] }])
  })

  test('share a sentence once, even if one of them repeats it', () => {
    const { pairs } = compare([`${`${shared}. `.repeat(50)}`, `${prose(2, 60)} ${shared}`])
    expect(pairs[0]?.passages).toHaveLength(1)
    expect(pairs[0]?.words).toBe(60)
  })
})

describe('what is not compared', () => {
  test('includes what stands in a source that all may use, so two who quote it share only the rest', () => {
    const rest = prose(9, 40)
    const chapter = `${prose(5, 300)} ${shared} ${prose(6, 300)}`
    const { pairs, left_out } = compare(
      [`${shared} ${rest} ${prose(7, 40)}`, `${prose(8, 40)} ${shared} ${rest}`],
      '',
      [prose(4, 50), chapter],
    )
    expect(pairs).toMatchObject([{ a: 0, b: 1, words: 40 }])
    expect(left_out.source).toBe(120)
  })

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
    expect(
      sharesOf([`As she says, ${open}${shared}${close} (p. 3) ${prose(2, 60)}`, `${shared} ${prose(3, 60)}`]),
    ).toEqual([])
  })

  test('excludes unclosed quotations and whole essays in quotation marks', () => {
    expect(sharesOf([`“He said.\n${shared}`, shared])).toEqual([[0, 1, 60]])
    expect(sharesOf([`The boys‘ dog’s ${shared}`, shared])).toEqual([[0, 1, 60]])
    const long = prose(1, 200)
    expect(sharesOf([`“${long}”`, long])).toEqual([[0, 1, 200]])
  })

  test('includes no passage because many texts share it', () => {
    const texts = Array.from(
      { length: 6 },
      (_, nth) => `${prose(10 + nth, 50)} ${nth < 4 ? shared : ''} ${prose(20 + nth, 50)}`,
    )
    const { pairs, left_out } = compare(texts)
    expect(pairs.map(({ words }) => words)).toEqual([60, 60, 60, 60, 60, 60])
    expect(left_out.common).toBe(0)
  })
})

describe('groups of texts that share a passage', () => {
  const essay = prose(1, 200)
  const groupsOf = (texts: readonly string[]) =>
    compare(texts).common.map(({ texts: sharing, words }) => [sharing, words])

  test.each([
    [4, 6],
    [5, 8],
    [16, 30],
    [30, 30],
  ])('name %i identical essays of %i, each pair of which is found', (identical, all) => {
    const texts = Array.from({ length: all }, (_, nth) => (nth < identical ? essay : prose(10 + nth, 200)))
    const { pairs, common } = compare(texts)
    expect(pairs).toHaveLength((identical * (identical - 1)) / 2)
    expect(pairs.every(({ share_a, share_b }) => share_a === 1 && share_b === 1)).toBe(true)
    expect(common).toMatchObject([{ text: 0, texts: Array.from({ length: identical }, (_, nth) => nth) }])
    expect(common[0]?.words).toBeGreaterThan(190)
  })

  test('begin with four texts: the pairs of three say the same', () => {
    const texts = Array.from({ length: 8 }, (_, nth) => `${prose(10 + nth, 50)} ${nth < 3 ? shared : ''}`)
    expect(groupsOf(texts)).toEqual([])
    expect(sharesOf(texts)).toHaveLength(3)
  })

  test('show where their passage lies', () => {
    const texts = Array.from({ length: 5 }, (_, nth) =>
      nth === 0 ? prose(9, 50) : `${prose(10 + nth, 50)} ${shared} ${prose(20 + nth, 50)}`,
    )
    const { common } = compare(texts)
    expect(common).toMatchObject([{ text: 1, texts: [1, 2, 3, 4] }])
    expect(shared).toContain(texts[1]?.slice(common[0]?.start, common[0]?.end))
  })

  test('tell a template of the whole class from what half of it copied', () => {
    const template = prose(2, 40)
    const texts = Array.from(
      { length: 20 },
      (_, nth) => `${template} ${nth < 10 ? essay : prose(10 + nth, 200)}`,
    )
    expect(groupsOf(texts).map(([sharing]) => (sharing as number[]).length)).toEqual([10, 20])
  })

  test('keep a text that changed a sentence of the passage', () => {
    const words = essay.split(' ')
    const changed = [...words.slice(0, 80), ...prose(3, 12).split(' '), ...words.slice(92)].join(' ')
    const texts = [essay, changed, essay, essay, essay, prose(4, 200)]
    expect(groupsOf(texts)[0]?.[0]).toEqual([0, 1, 2, 3, 4])
  })

  test('name more texts than pairs are listed for', () => {
    const texts = Array.from({ length: 120 }, () => shared)
    const { pairs_found, common, left_out } = compare(texts)
    expect(pairs_found).toBe(0)
    expect(common[0]?.texts).toHaveLength(120)
    expect(left_out.common).toBeGreaterThan(5_000)
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
