import { readdirSync } from 'node:fs'
import os from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { FrozenReport } from '@penmark/contract'
import { type DetectedSentence, type Detection, recordOf } from '@penmark/detector'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tinyModel } from '../../../../testing/database.ts'
import { createScorer, makeReport, type Scorer } from './scorer.ts'

const sentence = (text: string, marked: boolean): DetectedSentence => ({
  text,
  start: 0,
  end: text.length,
  words: 4,
  probability: 0.9,
  label: 'ai-generated',
  marked,
  level: marked ? 'strong' : 'none',
  evidence: {
    weight: 0.4,
    machineWeight: 0.5,
    humanWeight: -0.1,
    towardsMachine: [{ text: 'plays a role', weight: 0.5, counts: { machine: 30, human: 2 } }],
    towardsHuman: [{ text: 'my gran', weight: -0.1, counts: null }],
  },
})

const detection: Detection = {
  words: 8,
  proseWords: 8,
  wordsNeeded: 5,
  score: 0.9,
  label: 'ai-generated',
  finding: 'ai-likely',
  reasons: ['above-strict-threshold'],
  aiShare: 0.5,
  calibration: {
    pValue: 0.01,
    n: 99,
    exceeding: 0,
    band: { from: 1, to: 9 },
    falsePositiveRate: 0.02,
    falsePositiveN: 50,
    humanBand: { low: 0, middle: 0.1, high: 0.4, n: 99 },
    reaching: { low: 6, middle: 2, high: 1 },
    distribution: { human: [90, ...Array.from({ length: 18 }, () => 0), 9], machine: null },
  },
  sentenceBand: { low: 0, middle: 0.2, high: 0.6, n: 80 },
  attribution: { vendor: 'google', precision: 0.84, n: 210 },
  textType: 'learner',
  calibratedProbability: { value: 0.97, machineShare: 0.5, n: 4_000 },
  paragraphs: [
    {
      text: 'One here. Two here.',
      start: 0,
      end: 19,
      kind: 'prose',
      words: 8,
      probability: 0.9,
      label: 'ai-generated',
      sentences: [sentence('One here. ', true), sentence('Two here.', false)],
    },
  ],
  disguise: { invisible: 3, lookAlike: 0 },
  facts: [{ kind: 'prompt-echo', count: 1, value: 'Certainly! Here is your essay' }],
  evidence: {
    logOdds: 1.2,
    cut: 0.5,
    strongest: { words: 8, logOdds: 1.2, cut: 0.8 },
    base: 0.1,
    context: 0.3,
    style: [
      {
        measure: 'commas',
        value: 0.05,
        weight: 0.3,
        reference: { low: 0.01, middle: 0.03, high: 0.06, n: 700 },
      },
    ],
    countedTexts: { machine: 100, human: 200 },
  },
}

const report = makeReport({
  document_id: 'd',
  text: 'One here. Two here.',
  words: 8,
  record: recordOf(detection, 'strongest'),
  references: [],
  fileType: null,
  facts: [{ kind: 'metadata', name: 'author', value: 'Ada', count: null }],
  detector: { name: 'standard', version: '1', modelHash: 'abc' },
  now: new Date(0),
})

test('a sentence is explained by its weight both ways, its phrases and how many texts contain them', () => {
  const [first] = report.results[0]?.spans ?? []
  expect(first?.weights).toEqual({ machine: 0.5, human: -0.1 })
  expect(first?.evidence).toEqual([
    {
      phrase: 'plays a role',
      direction: 'machine',
      weight: 0.5,
      counts: { machine: 30, machine_texts: 100, human: 2, human_texts: 200 },
    },
    { phrase: 'my gran', direction: 'human', weight: 0.1, counts: null },
  ])
})

test('contains the bands of human texts, the basis of the rates, the kinds of paragraphs and the parts of the score', () => {
  expect(report.calibration).toMatchObject({
    false_positive_n: 50,
    human_band: { low: 0, middle: 0.1, high: 0.4, n: 99 },
    reaching: { low: 6, middle: 2, high: 1 },
    distribution: { human: expect.any(Array), machine: null },
  })
  expect(report.sentence_band).toEqual({ low: 0, middle: 0.2, high: 0.6, n: 80 })
  expect(report.results[0]?.kind).toBe('prose')
  expect(report.evidence).toMatchObject({
    log_odds: 1.2,
    cut: 0.5,
    base: 0.1,
    context: 0.3,
    sentences: 0.8,
    counted_texts: { machine: 100, human: 200 },
  })
  expect(report.evidence?.style).toHaveLength(1)
})

test('contains resemblance, kind and probability, each with its basis', () => {
  expect(report.attribution).toEqual({ vendor: 'google', precision: 0.84, n: 210 })
  expect(report.text_type).toBe('learner')
  expect(report.calibrated_probability).toEqual({ value: 0.97, machine_share: 0.5, n: 4_000 })
})

test('fits the contract, and so does an older report without these fields', () => {
  expect(FrozenReport.parse(report)).toEqual(report)
  const { sentence_band, attribution, text_type, calibrated_probability, evidence, ...older } = report
  expect(FrozenReport.parse(older)).toMatchObject({ sentence_band: null, attribution: null, evidence: null })
})

test('facts about characters, text and file are combined', () => {
  expect(report.facts).toEqual([
    { kind: 'invisible-characters', name: null, count: 3, value: null, severity: 'information' },
    {
      kind: 'prompt-echo',
      name: null,
      count: 1,
      value: 'Certainly! Here is your essay',
      severity: 'information',
    },
    { kind: 'metadata', name: 'author', value: 'Ada', count: null, severity: 'information' },
  ])
})

test('reports no uncited entries in files with notes, which the text does not contain', () => {
  const given = {
    document_id: 'd',
    text: 'One here.',
    words: 2,
    record: recordOf(detection, 'strongest'),
    references: [
      { kind: 'uncited-reference' as const, name: 'entry', value: 'Smith, J. (2019).', count: null },
      { kind: 'unlisted-citation' as const, name: 'no-entry', value: '(Lee, 2018)', count: 1 },
    ],
    fileType: null,
    detector: { name: 'standard', version: '1', modelHash: 'abc' },
    now: new Date(0),
  }
  const kindsWith = (facts: Parameters<typeof makeReport>[0]['facts']) =>
    makeReport({ ...given, facts }).facts.map(({ kind }) => kind)
  expect(kindsWith([])).toContain('uncited-reference')
  const notes = [{ kind: 'left-out' as const, name: 'notes', value: null, count: 3 }]
  expect(kindsWith(notes)).not.toContain('uncited-reference')
  expect(kindsWith(notes)).toContain('unlisted-citation')
})

test('compares names and years only in files whose text is read in order, and numbers in PDFs too', () => {
  const list = { kind: 'reference-list' as const, name: 'compared', value: null, count: 9 }
  const named = { kind: 'unlisted-citation' as const, name: 'no-entry', value: '(Lee, 2018)', count: 1 }
  const numbered = {
    kind: 'uncited-reference' as const,
    name: 'entry',
    value: '[3] J. Jacobs, “A study.”',
    count: null,
  }
  const reported = (fileType: 'pdf' | 'docx', references: (typeof list | typeof named | typeof numbered)[]) =>
    makeReport({
      document_id: 'd',
      text: 'One here.',
      words: 2,
      record: recordOf(detection, 'strongest'),
      references,
      fileType,
      facts: [],
      detector: { name: 'standard', version: '1', modelHash: 'abc' },
      now: new Date(0),
    }).facts.flatMap(({ kind, name }) =>
      kind === 'reference-list'
        ? [name]
        : kind.endsWith('-citation') || kind.endsWith('-reference')
          ? [kind]
          : [],
    )
  expect(reported('docx', [list, named])).toEqual(['compared', 'unlisted-citation'])
  expect(reported('pdf', [list, named])).toEqual(['not-compared'])
  expect(reported('pdf', [list, numbered])).toEqual(['compared', 'uncited-reference'])
})

const essay = 'The river rose in the night and took the old bridge with it. '.repeat(40)

describe('a scorer', () => {
  let scorer: Scorer
  const unhandled: unknown[] = []
  const keep = (reason: unknown) => unhandled.push(reason)
  beforeEach(async () => {
    scorer = await createScorer(tinyModel())
    unhandled.length = 0
    process.on('unhandledRejection', keep)
  })
  afterEach(async () => {
    await scorer.close()
    process.off('unhandledRejection', keep)
  })

  test('scores texts requested together, each by itself', async () => {
    const never = { signal: new AbortController().signal, owner: 'ana' }
    const [one, other, again] = await Promise.all([
      scorer.detect(essay, never),
      scorer.detect('Too short.', never),
      scorer.detect(essay, never),
    ])
    expect(one).toEqual(again)
    expect(other).not.toEqual(one)
  })

  test.each([
    ['before it was asked for', (stop: AbortController) => stop.abort(new Error('deleted'))],
    ['right after', (stop: AbortController) => queueMicrotask(() => stop.abort(new Error('deleted')))],
  ])('stops scoring a text that its teacher deleted %s, and logs nothing about it', async (_, end) => {
    const stop = new AbortController()
    end(stop)
    await expect(scorer.detect(essay, { signal: stop.signal, owner: 'ana' })).rejects.toThrow('deleted')
    await scorer.close()
    await setImmediate()
    expect(unhandled).toEqual([])
  })

  test.skipIf(process.platform !== 'linux' || os.availableParallelism() < 2)(
    'scores long texts on a low-priority thread',
    async () => {
      const low = () =>
        readdirSync('/proc/self/task').filter(
          (thread) => os.getPriority(Number(thread)) === Math.min(19, os.getPriority() + 10),
        ).length
      const before = low()
      await scorer.detect(essay, { signal: new AbortController().signal, owner: 'ana' })
      expect(low()).toBe(before)
      await scorer.detect(essay.repeat(20), { signal: new AbortController().signal, owner: 'ana' })
      expect(low()).toBe(before + 1)
    },
  )

  test('rejects what is in progress when its thread ends', async () => {
    const under = expect(
      scorer.detect(essay.repeat(400), { signal: new AbortController().signal, owner: 'ana' }),
    ).rejects.toThrow('The detector ended.')
    await scorer.close()
    await under
  })
})
