import { readFileSync } from 'node:fs'
import type { Detection, Finding } from '@penmark/detector'
import { expect, test } from 'vitest'
import { meaningOf, notesOf, verdictOf } from './verdict.ts'

const detection = (pValue: number, exceeding: number, n: number): Detection => ({
  words: 400,
  proseWords: 400,
  wordsNeeded: 50,
  score: 0.8,
  label: 'ai-generated',
  finding: 'ai-likely',
  reasons: [],
  aiShare: 1,
  calibration: {
    pValue,
    exceeding,
    n,
    band: { from: 300, to: 500 },
    falsePositiveRate: 0.01,
    falsePositiveN: n,
    humanBand: { low: 0, middle: 0.1, high: 0.4, n },
    reaching: { low: 9, middle: 4, high: 1 },
    distribution: { human: [], machine: null },
  },
  sentenceBand: null,
  attribution: null,
  textType: null,
  calibratedProbability: null,
  paragraphs: [],
  disguise: { invisible: 0, lookAlike: 0 },
  facts: [],
  evidence: null,
})

test('says how many of 1,000 human texts score as high, with p and n', () => {
  expect(meaningOf(detection(0.0123, 60, 4_957))).toBe(
    'Of 1,000 human texts of this length, about 12 score this high (p = 0.012, n = 4,957).',
  )
})

test('says how much of the text reads like AI writing, or why it was not scored', () => {
  const plain = detection(0.0002, 0, 4_812)
  expect(verdictOf(plain)).toBe('All of this text reads like AI writing')
  expect(verdictOf({ ...plain, aiShare: 0.94 })).toBe('Most of this text (94 %) reads like AI writing')
  expect(verdictOf({ ...plain, finding: 'mixed', aiShare: 0.281 })).toBe('Part of this text (28 %) reads like AI writing')
  expect(verdictOf({ ...plain, finding: 'unsupported-language', aiShare: null })).toBe('Not in English, so not scored')
})

const report = JSON.parse(
  readFileSync(new URL('../../../../apps/web/public/locales/en-GB/report.json', import.meta.url), 'utf8'),
) as Record<string, string>

test.each<[Finding, number | null, string, string]>([
  ['ai-likely', 1, 'all', ''],
  ['ai-likely', 0.985, 'all', ''],
  ['ai-likely', 0.984, 'most', '98 %'],
  ['ai-likely', 0.5, 'most', '50 %'],
  ['ai-likely', 0.34, 'whole', ''],
  ['ai-likely', null, 'whole', ''],
  ['mixed', 0.28, 'part', '28 %'],
  ['mixed', 0.002, 'parts', ''],
  ['mixed', 1, 'parts', ''],
  ['inconclusive', 0, 'unusual', ''],
  ['no-evidence', 0, 'nothing', ''],
  ['insufficient-text', null, 'too-short', ''],
  ['unsupported-language', null, 'not-english', ''],
])('words %s with a share of %s like the web report', (finding, aiShare, key, share) => {
  expect(verdictOf({ finding, aiShare })).toBe(report[`headline.${key}`]?.replace('{{share}}', share))
})

test('says "none" if no human text scored as high, but never that it is impossible', () => {
  expect(meaningOf(detection(1 / 4_813, 0, 4_812))).toBe(
    'None of 4,812 human texts of this length scores this high (p = 0.0002, n = 4,812).',
  )
})

test('rounds a rare score up to one in a thousand, never down to "none"', () => {
  expect(meaningOf(detection(0.0003, 2, 9_999))).toContain('about 1 scores this high')
})

test('gives the reasons, and names a vendor only as weak evidence with its measured precision', () => {
  const plain = detection(0.001, 2, 4_000)
  expect(notesOf({ ...plain, reasons: ['above-strict-threshold', 'marked-passages'] })).toEqual([
    'Why: the score reaches the stricter threshold; some passages stand out, the rest does not.',
  ])
  const named = notesOf({ ...plain, textType: 'learner', attribution: { vendor: 'google', precision: 0.84, n: 1_210 } })
  expect(named).toContain('Read as the writing of a learner of English.')
  expect(named).toContain(
    'Resembles machine texts by models of Google. Weak evidence: such statements were right in 84.0 % of 1,210 cases.',
  )
})
