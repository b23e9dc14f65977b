import { curveOf, markedStretches, markParagraphs, pathOf } from '@penmark/wording'
import { describe, expect, test } from 'vitest'
import { paragraphOf, riverEssay } from '../report.fixture.ts'

describe('the score along the document', () => {
  test('covers the whole document without a gap or an overlap', () => {
    const { segments, paragraphRanges } = curveOf(markParagraphs(riverEssay))
    expect(segments[0]?.from).toBe(0)
    expect(segments.at(-1)?.to).toBe(1)
    for (const [index, segment] of segments.slice(1).entries()) expect(segment.from).toBe(segments[index]?.to)
    expect(paragraphRanges.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  })

  test('breaks the line where a sentence has no score', () => {
    const { segments } = curveOf(
      markParagraphs([paragraphOf(0.5, ['aaaa', 0.25], ['bbbb', null], ['cccc', 0.75])]),
    )
    expect(pathOf(segments, 100, 100).match(/M/g)).toHaveLength(2)
  })

  test('draws a higher score higher', () => {
    const { segments } = curveOf(markParagraphs([paragraphOf(0.5, ['aaa', 0.25], ['bbbb', 0.75])]))
    expect(pathOf(segments, 100, 100)).toBe('M0.0 75.0H50.0L50.0 25.0H100.0')
  })

  test('joins neighbouring sentences of the same strength into one bar', () => {
    expect(
      markedStretches(curveOf(markParagraphs(riverEssay)).segments).map(({ strength }) => strength),
    ).toEqual(['strong', 'weaker'])
  })

  test('handles a document without text', () => {
    expect(curveOf([])).toEqual({ segments: [], paragraphRanges: [] })
  })
})
