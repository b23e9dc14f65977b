import { describe, expect, test } from 'vitest'
import {
  compareWithOthers,
  compareWithSources,
  fingerprintsToKeep,
  fingerprintsToLookUp,
  type OtherTexts,
} from './earlier-texts.ts'

const compare = (text: string, others: readonly string[], assignment?: string) =>
  ended(
    compareWithOthers(
      { text },
      others.map((other) => ({ text: other })),
      assignment,
    ),
  )

function ended(steps: Generator<void, OtherTexts>): OtherTexts {
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

const isFound = (text: string, kept: string, assignment?: string) => {
  const lookedUp = new Set(fingerprintsToLookUp(text, assignment))
  return fingerprintsToKeep(kept).some((hash) => lookedUp.has(hash))
}

describe('the fingerprints of a text', () => {
  test('find a passage of seventy words anywhere in an essay of a thousand', () => {
    const essay = prose(1, 1_000).split(' ')
    for (let start = 0; start + 70 <= essay.length; start += 5)
      expect(
        isFound(
          `${prose(2, 200)} ${essay.slice(start, start + 70).join(' ')} ${prose(3, 200)}`,
          essay.join(' '),
        ),
      ).toBe(true)
  })

  test('are the same in every run of the program', () => {
    expect(fingerprintsToKeep(prose(1, 20))).toMatchInlineSnapshot(`
      [
        215901500,
      ]
    `)
  })

  test('have nothing in common with those of another text', () => {
    expect(isFound(prose(1, 1_000), prose(2, 1_000))).toBe(false)
  })

  test('leave out quotations and the text of the assignment', () => {
    expect(isFound(`${prose(2, 100)} “${prose(1, 60)}”`, `${prose(1, 60)} ${prose(3, 60)}`)).toBe(false)
    expect(isFound(`${prose(2, 100)} ${prose(1, 60)}`, `${prose(1, 60)} ${prose(3, 60)}`)).toBe(true)
    expect(isFound(`${prose(2, 100)} ${prose(1, 60)}`, `${prose(1, 60)} ${prose(3, 60)}`, prose(1, 60))).toBe(
      false,
    )
  })

  test.each([
    ['a phrase that is repeated', 'again and again it says '.repeat(40_000)],
    ['nothing but stop words', 'the of and a in to is was it for '.repeat(20_000)],
    ['half a million different words', prose(0, 500_000)],
  ])('are few for %s', (_name, text) => {
    expect(fingerprintsToKeep(text).length).toBeLessThanOrEqual(32)
    expect(fingerprintsToLookUp(text).length).toBeLessThanOrEqual(2_000)
  })

  test('are none for a text without five words', () => {
    expect([
      fingerprintsToKeep(''),
      fingerprintsToKeep('four words are few'),
      fingerprintsToLookUp('!?'),
    ]).toEqual([[], [], []])
  })
})

describe('a text compared with others', () => {
  test('shares what stands in each of them, most first, with the places in both', () => {
    const text = `${prose(1, 60)} ${prose(2, 40)} ${prose(3, 30)}`
    const others = [`${prose(4, 50)} ${prose(3, 30)}`, prose(5, 200), `${prose(1, 60)} ${prose(6, 60)}`]
    const { found, left_out } = compare(text, others)
    expect(found).toMatchObject([
      { other: 2, words: 60, share_other: 0.5 },
      { other: 0, words: 30 },
    ])
    const [passage] = found[0]?.passages ?? []
    expect(text.slice(passage?.a.start, passage?.a.end)).toBe(prose(1, 60))
    expect(others[2]?.slice(passage?.b.start, passage?.b.end)).toBe(prose(1, 60))
    expect(left_out).toEqual({ quotation: 0, assignment: 0, source: 0, common: 0 })
  })

  test('is not said to share the assignment, a quotation, or what ten others contain, and how much that is', () => {
    const template = prose(1, 50)
    const text = `${template} ${prose(2, 40)} ${prose(3, 20)} “${prose(4, 15)}” ${prose(5, 60)}`
    const others = Array.from(
      { length: 12 },
      (_, nth) => `${template} ${prose(10 + nth, 80)} ${prose(3, 20)} ${nth === 7 ? prose(2, 40) : ''}`,
    )
    const { found, left_out } = compare(text, others, prose(3, 20))
    expect(found).toMatchObject([{ other: 7, words: 40 }])
    expect(left_out).toEqual({ quotation: 15, assignment: 20, source: 0, common: 50 })
  })

  test('is said to share what ten sources contain and what they quote, but not what it quotes itself', () => {
    const text = `${prose(1, 50)} ${prose(2, 40)} “${prose(3, 20)}”`
    const sources = Array.from(
      { length: 12 },
      (_, nth) => `${prose(1, 50)} “${prose(2, 40)}” ${prose(3, 20)} ${prose(10 + nth, 30)}`,
    )
    const { found, left_out } = ended(compareWithSources(text, sources))
    expect(found.map(({ words }) => words)).toEqual(Array(12).fill(90))
    expect(left_out).toEqual({ quotation: 20, assignment: 0, source: 0, common: 0 })
  })

  test('shares nothing with no others', () => {
    expect(compare(prose(1, 60), [])).toEqual({
      found: [],
      left_out: { quotation: 0, assignment: 0, source: 0, common: 0 },
    })
  })
})
