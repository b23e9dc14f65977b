import type { PassageLevel, ReportParagraph } from '@penmark/contract'
import { expect, test } from 'vitest'
import { extentOf } from './passages.ts'

function paragraph(...sentences: [words: number, level: PassageLevel][]): ReportParagraph {
  const spans = sentences.map(([words, level]) => ({
    text: `${'word '.repeat(words)}`,
    label: 'human-written' as const,
    probability: 0.5,
    marked: level !== 'none',
    level,
    weights: null,
  }))
  return {
    paragraph_text: spans.map(({ text }) => text).join(''),
    kind: 'prose',
    probability: 0.5,
    label: 'human-written',
    spans,
  }
}

test("splits the headline's share into strong and weaker passages by their words", () => {
  const extent = extentOf([paragraph([30, 'strong'], [60, 'none']), paragraph([10, 'light'])], 0.41)
  expect(extent?.strong).toBeCloseTo(0.3075)
  expect(extent?.light).toBeCloseTo(0.1025)
  expect(extent?.none).toBeCloseTo(0.59)
})

test('counts the marked words if the result states no share', () => {
  expect(extentOf([paragraph([25, 'strong'], [75, 'none'])], null)).toEqual({
    strong: 0.25,
    light: 0,
    none: 0.75,
  })
})

test('is empty if nothing is marked', () => {
  expect(extentOf([paragraph([80, 'none'])], 0.2)).toBeNull()
})

test('excludes headings and references, like the score', () => {
  const heading = { ...paragraph([100, 'none']), kind: 'heading' as const }
  expect(extentOf([heading, paragraph([50, 'strong'], [50, 'none'])], null)?.strong).toBeCloseTo(0.5)
})
