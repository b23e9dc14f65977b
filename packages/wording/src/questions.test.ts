import type { Evidence, ReportParagraph, ReportSpan } from '@penmark/contract'
import { expect, test } from 'vitest'
import { markParagraphs, shownParagraphs } from './passages.ts'
import { distinctivePhrases, piecesOf } from './phrases.ts'

import { questionsAbout, topicsOf } from './questions.ts'

const phrase = (
  words: string,
  machine: number,
  human: number,
  direction: Evidence['direction'] = 'machine',
): Evidence => ({
  phrase: words,
  direction,
  weight: 0.1,
  counts: { machine, machine_texts: 60_000, human, human_texts: 60_000 },
})
const span = (text: string, level: ReportSpan['level'], evidence: Evidence[] = []): ReportSpan => ({
  text,
  label: 'ai-generated',
  probability: 0.9,
  marked: level !== 'none',
  level,
  weights: null,
  evidence,
})
const paragraph = (...spans: ReportSpan[]): ReportParagraph => ({
  paragraph_text: spans.map(({ text }) => text).join(''),
  kind: 'prose',
  probability: 0.9,
  label: 'ai-generated',
  spans,
})

test('highlights a phrase in its sentence across line breaks and in any case, without losing a letter', () => {
  const text = 'Thick\nwith moss, the wall was thick with it.'
  const pieces = piecesOf([span(text, 'strong', [phrase('thick with', 86, 1)])])
  expect(pieces.map(({ text: words }) => words).join('')).toBe(text)
  expect(pieces.filter((piece) => piece.phrase).map((piece) => [piece.text, piece.phrase?.times])).toEqual([
    ['Thick\nwith', 58],
  ])
})

test.each([
  ['as common in both kinds', phrase('of the', 5_000, 4_000)],
  ['counted in a handful of texts', phrase('of the', 6, 0)],
  ['not counted', { ...phrase('of the', 0, 0), counts: null }],
  ['said to point to AI though people write it more', phrase('of the', 30, 3_000)],
  ['part of a longer word', phrase('e wal', 900, 1)],
])('highlights no phrase that is %s', (_, evidence) => {
  expect(piecesOf([span('the top of the wall', 'strong', [evidence])])).toEqual([
    { text: 'the top of the wall', phrase: null },
  ])
})

test('keeps to the given length', () => {
  const pieces = piecesOf([span('a vital role', 'strong', [phrase('vital role', 900, 1)])], 7)
  expect(pieces.map(({ text }) => text)).toEqual(['a ', 'vital'])
})

test('sorts the phrases of each direction by how common they are', () => {
  const evidence = [
    phrase('a vital role', 868, 111),
    phrase('we did', 89, 710, 'human'),
    phrase('a vital role', 868, 111),
  ]
  expect(distinctivePhrases(evidence, 'machine')).toEqual([
    { phrase: 'a vital role', direction: 'machine', times: 8 },
  ])
  expect(distinctivePhrases(evidence, 'human')).toEqual([{ phrase: 'we did', direction: 'human', times: 8 }])
})

test('asks what the sentence with the most telling phrase means, and adds an open question', () => {
  const evidence = [phrase('fostering', 868, 11), phrase('Additionally,', 900, 10)]
  const sentences = [
    span('Additionally, we wear them. ', 'strong', [evidence[1] as Evidence]),
    span('Uniforms can help to win, fostering a sense\nof community among us. ', 'strong', [
      evidence[0] as Evidence,
    ]),
  ]
  expect(questionsAbout({ number: 1, sentences })).toEqual([
    {
      key: 'ask.sentence',
      sentence: 'Uniforms can help to win, fostering a sense of community among us',
    },
    { key: 'ask.own', sentence: '' },
  ])
})

test('quotes a long sentence by its beginning, and asks only an open question where no phrase is telling', () => {
  const long = span(`We kept fostering ${'considerable '.repeat(30)}change.`, 'strong', [
    phrase('fostering', 868, 11),
  ])
  expect(questionsAbout({ number: 1, sentences: [long] })[0]?.sentence).toMatch(
    /^We kept fostering .*considerable…$/,
  )
  expect(questionsAbout({ number: 2, sentences: [span('We went home that day.', 'strong')] })).toEqual([
    { key: 'ask.example', sentence: '' },
  ])
})

test('asks about the strong and long passages, in text order', () => {
  const plain = span('I went home. ', 'none')
  const paragraphs = Array.from({ length: 6 }, (_, index) =>
    paragraph(plain, span(`${'Long words. '.repeat(index + 1)}`, index === 0 ? 'strong' : 'light'), plain),
  )
  const topics = topicsOf(markParagraphs(paragraphs))
  expect(topics.map(({ number }) => number)).toEqual([1, 5, 6])
  expect(topics.map(({ paragraph: at }) => at)).toEqual([1, 5, 6])
  expect(topics[0]?.quote).toBe('Long words.')
})

test('truncates a long quotation at a word boundary', () => {
  const [topic] = topicsOf(markParagraphs([paragraph(span('considerable '.repeat(60), 'strong'))]))
  expect(topic?.quote).toMatch(/considerable…$/)
})

test.each(['no-evidence', 'inconclusive', 'insufficient-text'] as const)(
  'marks nothing in a text that is %s',
  (finding) => {
    const results = [paragraph(span('Marked once.', 'strong'))]
    const report = { results, finding, ai_share: null, score: 0.4, label: 'human-written' as const }
    expect(shownParagraphs(report)[0]?.passages).toEqual([])
    expect(shownParagraphs({ ...report, finding: 'mixed' })[0]?.passages).toHaveLength(1)
  },
)
