import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportWords } from './report-words.ts'
import { meaningOf, notesOf, verdictOf } from './verdict.ts'

type Judged = Parameters<typeof verdictOf>[0] &
  Parameters<typeof meaningOf>[0] &
  Parameters<typeof notesOf>[0]

const detection = (p_value: number, exceeding: number, n: number): Judged => ({
  words: 400,
  words_needed: 50,
  score: 0.8,
  label: 'ai-generated',
  finding: 'ai-likely',
  reasons: [],
  ai_share: 1,
  calibration: {
    p_value,
    exceeding,
    n,
    band: { from: 300, to: 500 },
    false_positive_rate: 0.01,
    false_positive_n: n,
    human_band: { low: 0, middle: 0.1, high: 0.4, n },
    reaching: { low: 9, middle: 4, high: 1 },
    distribution: { human: [], machine: null },
  },
  attribution: null,
  text_type: null,
})

const quiet = { finding: 'no-evidence', score: 0.2, label: 'human-written', ai_share: 0 } as const

test('says how much of the text reads like AI writing, that it is short, or why it was not scored', () => {
  const plain = detection(0.0002, 0, 4_812)
  expect(verdictOf(plain)).toBe('All of this text reads like AI writing')
  expect(verdictOf({ ...plain, ai_share: 0.94 })).toBe('Most of this text (94%) reads like AI writing')
  expect(verdictOf({ ...plain, finding: 'mixed', ai_share: 0.281 })).toBe(
    'Part of this text (28%) reads like AI writing',
  )
  expect(verdictOf({ ...plain, words: 120 })).toBe('Short text: all of this text reads like AI writing')
  expect(verdictOf({ ...plain, finding: 'unsupported-language', ai_share: null })).toBe(
    'Not in English, so not scored',
  )
})

test('names the kinds of texts by people that the rates of the model were measured on', () => {
  const card = JSON.parse(
    readFileSync(new URL('../../../../models/standard.card.json', import.meta.url), 'utf8'),
  ) as { sources: { use: string; kind: string; human: number }[]; thresholds: { rule: string }[] }
  const namesOf: Record<string, string> = {
    school: 'essays',
    learner: 'essays',
    essay: 'essays',
    university: 'reports',
    reflective: 'reflections',
  }
  const measured = card.sources.filter(
    ({ use, kind, human }) => use === 'train' && kind in namesOf && human > 0,
  )
  const named = [...new Set(measured.map(({ kind }) => namesOf[kind]))]
  expect(named).toHaveLength(3)
  expect(named).toEqual(expect.arrayContaining(['essays', 'reflections', 'reports']))
  expect(card.thresholds.every(({ rule }) => /dated (student|school) texts/.test(rule))).toBe(true)
  const rates = Object.entries(reportWords).filter(([key]) => /^(?:mistaken|standing)[.]/.test(key))
  expect(rates.length).toBeGreaterThan(0)
  for (const [, sentence] of rates) {
    expect(sentence).toMatch(/students’ essays, reports and reflections of this length/)
    for (const name of named) expect(sentence).toContain(name)
  }
})

test('states of imaginative writing why it has no score, and no rate', () => {
  const story: Judged = {
    ...detection(0.0002, 0, 4_812),
    finding: 'creative-writing',
    reasons: ['creative-writing'],
    score: null,
    label: 'insufficient-text',
    ai_share: null,
    calibration: null,
  }
  expect(verdictOf(story)).toBe('Imaginative writing, so not scored')
  expect(meaningOf(story)).toBe(
    'Imaginative writing: talented pupils and machines write alike here, so the score says nothing.',
  )
  expect(meaningOf({ ...story, reasons: ['creative-passage'] })).toMatch(/^The part that stands out is/)
  expect(notesOf(story)).toEqual([])
})

test('has the words of the web report', () => {
  const file = new URL('../../../../apps/web/public/locales/en-GB/report.json', import.meta.url)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const isShared = (key: string) =>
    key in reportWords || (/^(?:headline|mistaken|standing)[.]/.test(key) && !key.endsWith('.text'))
  expect(reportWords).toEqual(Object.fromEntries(Object.entries(report).filter(([key]) => isShared(key))))
})

test('states beside a finding the rate of mistakes that the report states, with the texts it was measured on', () => {
  expect(meaningOf(detection(0.0002, 0, 4_812))).toBe(
    'About 10 in 1,000 students’ essays, reports and reflections of this length get such a finding by mistake (48 of 4,812 tested).',
  )
})

test('says without a finding how many of 1,000 human texts score as high', () => {
  expect(meaningOf({ ...detection(0.0123, 60, 4_957), ...quiet })).toBe(
    'Of 1,000 students’ essays, reports and reflections of this length, about 12 score this high or higher.',
  )
  expect(meaningOf({ ...detection(0.5, 60, 4_957), ...quiet, calibration: null })).toBe(
    'How often students’ essays, reports and reflections of this length score this high has not been measured.',
  )
})

test('gives the reasons, and names a vendor only as weak evidence with its measured precision', () => {
  const plain = detection(0.001, 2, 4_000)
  expect(notesOf({ ...plain, reasons: ['above-strict-threshold', 'marked-passages'] })).toEqual([
    'Why: the score reaches the stricter threshold; some passages stand out, the rest does not.',
  ])
  const named = notesOf({
    ...plain,
    text_type: 'learner',
    attribution: { vendor: 'google', precision: 0.84, n: 1_210 },
  })
  expect(named).toContain('Read as the writing of a learner of English.')
  expect(named).toContain(
    'Resembles machine texts by models of Google. Weak evidence: such statements were right in 84.0 % of 1,210 cases.',
  )
})
