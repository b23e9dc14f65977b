import { expect, test } from 'vitest'
import { boundDetail, maxSeparateSentences } from './bounded-detail.ts'
import type { Paragraph, Span } from './detection.ts'

const span = (text: string, change: Partial<Span> = {}): Span => ({
  text,
  label: 'human-written',
  probability: 0.2,
  marked: false,
  level: 'none',
  weights: { machine: 0.1, human: -0.3 },
  ...change,
})
const paragraph = (...spans: Span[]): Paragraph => ({
  paragraph_text: spans.map(({ text }) => text).join(''),
  kind: 'prose',
  probability: 0.2,
  label: 'human-written',
  spans,
})
const textOf = (paragraphs: Paragraph[]) =>
  paragraphs.map(({ paragraph_text }) => paragraph_text).join('\n\n')
const markedIn = (paragraphs: Paragraph[]) =>
  paragraphs
    .map(({ spans }) => spans.map(({ text, level }) => text.replace(/[^\n]/g, level.charAt(0))).join(''))
    .join('\n\n')
const spansOf = (paragraphs: Paragraph[]) => paragraphs.flatMap(({ spans }) => spans)

test('leaves a text unchanged if it has few enough sentences', () => {
  const paragraphs = [
    paragraph(...Array.from({ length: maxSeparateSentences }, (_, i) => span(`Sentence ${i}. `))),
  ]
  expect(boundDetail(paragraphs)).toEqual({ results: paragraphs, detail: null })
})

test('keeps every marked or explained sentence of a long text, and merges the others without changing text or marks', () => {
  const sentences = Array.from({ length: 20_000 }, (_, i) =>
    span(`Sentence ${i}. `, {
      ...(i % 1_000 < 40 ? { marked: true, level: 'strong', probability: 0.9, label: 'ai-generated' } : {}),
      ...(i === 12_345 ? { evidence: [] } : {}),
    }),
  )
  const paragraphs = Array.from({ length: 200 }, (_, i) =>
    paragraph(...sentences.slice(i * 100, i * 100 + 100)),
  )
  const { results: bounded, detail } = boundDetail(paragraphs)
  expect(detail).toEqual({ sentences: 20_000, alone: maxSeparateSentences })
  expect(textOf(bounded)).toBe(textOf(paragraphs))
  expect(markedIn(bounded)).toBe(markedIn(paragraphs))
  for (const { paragraph_text, spans } of bounded)
    expect(spans.map(({ text }) => text).join('')).toBe(paragraph_text)
  expect(spansOf(bounded).filter(({ marked }) => marked)).toEqual(sentences.filter(({ marked }) => marked))
  expect(spansOf(bounded)).toContainEqual(sentences[12_345])
  expect(spansOf(bounded).length).toBeLessThan(2 * maxSeparateSentences)
})

test('limits a text of one-line paragraphs, and gives merged sentences their mean probability', () => {
  const paragraphs = Array.from({ length: 100_000 }, (_, i) =>
    paragraph(span('a', { probability: i % 2 === 0 ? 0.1 : 0.3 })),
  )
  const { results: bounded } = boundDetail(paragraphs)
  expect(bounded.length).toBeLessThanOrEqual(maxSeparateSentences)
  expect(spansOf(bounded).length).toBeLessThanOrEqual(2 * maxSeparateSentences)
  expect(textOf(bounded)).toBe(textOf(paragraphs))
  for (const { paragraph_text, spans } of bounded)
    expect(spans.map(({ text }) => text).join('')).toBe(paragraph_text)
  expect(spansOf(bounded).at(-1)?.probability).toBeCloseTo(0.2, 1)
})
