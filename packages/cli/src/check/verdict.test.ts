import { readFileSync } from 'node:fs'
import type { Detection } from '@penmark/detector'
import { expect, test } from 'vitest'
import { reportWords } from './report-words.ts'
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

const quiet = { finding: 'no-evidence', score: 0.2, label: 'human-written', aiShare: 0 } as const

test('says how much of the text reads like AI writing, that it is short, or why it was not scored', () => {
  const plain = detection(0.0002, 0, 4_812)
  expect(verdictOf(plain)).toBe('All of this text reads like AI writing')
  expect(verdictOf({ ...plain, aiShare: 0.94 })).toBe('Most of this text (94%) reads like AI writing')
  expect(verdictOf({ ...plain, finding: 'mixed', aiShare: 0.281 })).toBe(
    'Part of this text (28%) reads like AI writing',
  )
  expect(verdictOf({ ...plain, words: 120 })).toBe('Short text: all of this text reads like AI writing')
  expect(verdictOf({ ...plain, finding: 'unsupported-language', aiShare: null })).toBe(
    'Not in English, so not scored',
  )
})

test('has the words of the web report', () => {
  const file = new URL('../../../../apps/web/public/locales/en-GB/report.json', import.meta.url)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const isShared = (key: string) => /^(?:headline|mistaken|standing)[.]/.test(key) && !key.endsWith('.text')
  expect(reportWords).toEqual(Object.fromEntries(Object.entries(report).filter(([key]) => isShared(key))))
})

test('states beside a finding the rate of mistakes that the report states, with the texts it was measured on', () => {
  expect(meaningOf(detection(0.0002, 0, 4_812))).toBe(
    'About 10 in 1,000 human texts of this length get such a finding by mistake (48 of 4,812 tested).',
  )
})

test('says without a finding how many of 1,000 human texts score as high', () => {
  expect(meaningOf({ ...detection(0.0123, 60, 4_957), ...quiet })).toBe(
    'Of 1,000 human texts of this length, about 12 score this high or higher (measured on 4,957 texts).',
  )
  expect(meaningOf({ ...detection(0.5, 60, 4_957), ...quiet, calibration: null })).toBe(
    'How often human texts of this length score this high has not been measured.',
  )
})

test('gives the reasons, and names a vendor only as weak evidence with its measured precision', () => {
  const plain = detection(0.001, 2, 4_000)
  expect(notesOf({ ...plain, reasons: ['above-strict-threshold', 'marked-passages'] })).toEqual([
    'Why: the score reaches the stricter threshold; some passages stand out, the rest does not.',
  ])
  const named = notesOf({
    ...plain,
    textType: 'learner',
    attribution: { vendor: 'google', precision: 0.84, n: 1_210 },
  })
  expect(named).toContain('Read as the writing of a learner of English.')
  expect(named).toContain(
    'Resembles machine texts by models of Google. Weak evidence: such statements were right in 84.0 % of 1,210 cases.',
  )
})
