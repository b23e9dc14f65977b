import { markParagraphs } from '@penmark/wording'
import { describe, expect, test } from 'vitest'
import { paragraphOf, riverEssay } from '../report.fixture.ts'

describe('the marked passages of a report', () => {
  test('reproduce every paragraph byte for byte', () => {
    const paragraphs = markParagraphs(riverEssay)
    expect(paragraphs.map(({ stretches }) => stretches.map(({ text }) => text).join(''))).toEqual(
      riverEssay.map(({ paragraph_text }) => paragraph_text),
    )
  })

  test('are numbered throughout the report, and as strong as their sentences', () => {
    const passages = markParagraphs(riverEssay).flatMap((paragraph) => paragraph.passages)
    expect(passages.map(({ number, strength, sentences }) => [number, strength, sentences.length])).toEqual([
      [1, 'strong', 3],
      [2, 'weaker', 2],
    ])
  })

  test('end before the white space that follows them', () => {
    const [paragraph] = markParagraphs([paragraphOf(0.9, ['One. ', 0.9, 'marked'], ['Two.', 0.1])])
    expect(paragraph?.stretches.map(({ text, passage }) => [text, passage?.number ?? null])).toEqual([
      ['One.', 1],
      ['  ', null],
      ['Two.', null],
    ])
  })

  test('weight longer sentences more', () => {
    const [paragraph] = markParagraphs([
      paragraphOf(0.8, ['x'.repeat(99), 0.9, 'marked'], ['x'.repeat(100), 0.5, 'marked']),
    ])
    expect(paragraph?.passages[0]?.score).toBeCloseTo(0.7, 5)
  })

  test('are weaker if no sentence has a score', () => {
    const [paragraph] = markParagraphs([paragraphOf(null, ['Only this.', null, 'marked'])])
    expect(paragraph?.passages[0]).toMatchObject({ score: null, strength: 'weaker' })
  })

  test('are absent from a paragraph without sentences, which is shown unchanged', () => {
    const [paragraph] = markParagraphs([
      {
        paragraph_text: 'A title',
        kind: 'heading',
        probability: null,
        label: 'insufficient-text',
        spans: [],
      },
    ])
    expect(paragraph).toMatchObject({
      leftOut: 'heading',
      stretches: [{ text: 'A title', passage: null }],
      passages: [],
    })
  })
})
