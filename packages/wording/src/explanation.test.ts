import type { ReportSpan, ScoreEvidence } from '@penmark/contract'
import { expect, test } from 'vitest'
import { placeOnTrack, scoreSum, signalSentences, styleFigure, styleRows } from './explanation.ts'
import { createFormatters } from './formatters.ts'

const span = (text: string, machine: number, human: number): ReportSpan => ({
  text,
  label: 'human-written',
  probability: 0.1,
  marked: false,
  level: 'none',
  weights: { machine, human },
})
const paragraph = (...spans: ReportSpan[]) => ({
  paragraph_text: spans.map(({ text }) => text).join(''),
  kind: 'prose' as const,
  probability: 0.1,
  label: 'human-written' as const,
  spans,
})
const evidence: ScoreEvidence = {
  log_odds: 1.6,
  cut: 2,
  strongest: null,
  context: 0.5,
  base: 0.1,
  sentences: 0.6,
  style: [
    {
      measure: 'commas',
      value: 0.05,
      weight: 0.3,
      reference: { low: 0.01, middle: 0.03, high: 0.06, n: 700 },
    },
    {
      measure: 'sentence-length',
      value: Math.log(21),
      weight: 0.1,
      reference: { low: Math.log(11), middle: Math.log(16), high: Math.log(20), n: 700 },
    },
    { measure: 'dashes', value: 0.01, weight: 0, reference: null },
    { measure: 'moon-phase', value: 0.01, weight: 0, reference: { low: 0, middle: 0, high: 1, n: 700 } },
  ],
  counted_texts: null,
}

test('lists the sentences that moved the score most in each direction, strongest first', () => {
  const results = [
    paragraph(span('A. ', 0.9, -0.1), span('B. ', 0.2, -0.9)),
    paragraph(span('C. ', 0.3, -0.1), span('D.', 0.1, -0.2)),
  ]
  const { machine, human } = signalSentences(results)
  expect(machine.map(({ text, paragraph: at }) => [text, at])).toEqual([
    ['A.', 1],
    ['C.', 2],
  ])
  expect(human.map(({ text }) => text)).toEqual(['B.', 'D.'])
})

test('omits sentences that were not scored', () => {
  const { machine, human } = signalSentences([paragraph({ ...span('A.', 0.9, 0), weights: null })])
  expect([...machine, ...human]).toEqual([])
})

test('breaks the score down into parts that add up to it', () => {
  const sum = scoreSum({ evidence })
  expect(sum).toMatchObject({ base: 0.1, sentences: 0.6, context: 0.5, total: 1.6, threshold: 2 })
  expect((sum?.base ?? 0) + (sum?.style ?? 0) + (sum?.sentences ?? 0) + (sum?.context ?? 0)).toBeCloseTo(
    1.6,
    6,
  )
  expect(scoreSum({ evidence: null })).toBeNull()
})

test('shows style measures that have a label and a human range, in readable figures', () => {
  const rows = styleRows(evidence)
  expect(rows.map(({ measure }) => measure)).toEqual(['commas', 'sentence-length'])
  const format = createFormatters('en-GB', { words: { over: String, under: String } })
  expect(
    rows.map((row) => [
      styleFigure(row, row.value, format),
      styleFigure(row, row.high, format),
      row.isOutside,
    ]),
  ).toEqual([
    ['5.0', '6.0', false],
    ['20.0', '19.0', true],
  ])
  expect(styleRows(null)).toEqual([])
})

test('positions a value on the scale relative to the human range, never outside the scale', () => {
  const [row] = styleRows(evidence)
  if (row === undefined) throw new Error('There is no row.')
  expect([0.01, 0.06, 0.035, 9].map((value) => placeOnTrack(row, value))).toEqual([0.25, 0.75, 0.5, 0.98])
})
