import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createDetector } from './detector.ts'
import type { Insights } from './insights.ts'
import { readModel } from './model/format.ts'
import { recordOf } from './record.ts'

const model = readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url)))
const texts = JSON.parse(readFileSync(new URL('../golden/texts.json', import.meta.url), 'utf8')) as {
  name: string
  text: string
}[]
const textOf = (name: string): string => texts.find((each) => each.name === name)?.text ?? ''
const machine = textOf('plain machine essay on technology in education')
const human = textOf('school essay with slips of spelling')

const detect = (insights: Insights, text = machine) => createDetector({ ...model, insights }).detect(text)

describe('what a model states besides the score', () => {
  test('is empty if the model has no such parts', async () => {
    const detection = await createDetector({ ...model, insights: {} }).detect(machine)
    expect(detection).toMatchObject({ attribution: null, textType: null, calibratedProbability: null })
    expect(detection.evidence?.countedTexts).toBeNull()
  })

  test('names a vendor only with a measured precision of at least 0.8', async () => {
    const naming = async (precision: number) =>
      (await detect({ attribution: () => ({ vendor: 'openai', precision, n: 300 }) })).attribution
    expect(await naming(0.8)).toEqual({ vendor: 'openai', precision: 0.8, n: 300 })
    expect(await naming(0.79)).toBeNull()
  })

  test('names no vendor if nothing reads like AI text', async () => {
    const { attribution } = await detect(
      { attribution: () => ({ vendor: 'openai', precision: 0.9, n: 300 }) },
      human,
    )
    expect(attribution).toBeNull()
  })

  test('never includes a finding for unfamiliar writing', async () => {
    const insights: Insights = { isUnfamiliar: () => true }
    expect(await detect(insights)).toMatchObject({
      score: 0.499,
      label: 'human-written',
      finding: 'inconclusive',
      reasons: ['unfamiliar-writing', 'unusual-but-below-threshold'],
    })
    expect((await detect(insights, human)).finding).toBe((await detect({}, human)).finding)
    expect((await detect(insights, 'Too short.')).finding).toBe('insufficient-text')
  })

  test('includes how many training texts contain the phrases that moved a sentence', async () => {
    const counts = { machine: 12, human: 3 }
    const detection = await detect({
      phrases: { texts: { machine: 55_000, human: 49_000 }, counts: () => counts },
    })
    const phrases = detection.paragraphs.flatMap(({ sentences }) =>
      sentences.flatMap(({ evidence }) => evidence?.towardsMachine ?? []),
    )
    expect(phrases.length).toBeGreaterThan(0)
    expect(phrases.every((phrase) => phrase.counts === counts)).toBe(true)
    expect(detection.evidence?.countedTexts).toEqual({ machine: 55_000, human: 49_000 })
  })
})

describe('the ranges of human texts', () => {
  test('contain nine in ten human texts of this length', async () => {
    const { calibration, sentenceBand, proseWords } = await createDetector(model).detect(machine)
    const band = model.documents.find(
      ({ from, to }) => proseWords >= from && (to === null || proseWords <= to),
    )
    const { low, middle, high, n } = calibration?.humanBand ?? { low: 1, middle: 0, high: 0, n: 0 }
    expect(n).toBe(band?.n)
    expect(low).toBeLessThanOrEqual(middle)
    expect(middle).toBeLessThanOrEqual(high)
    expect(band?.atLeast[Math.round(high * 1000) + 1]).toBeLessThanOrEqual(n * 0.05)
    expect(band?.atLeast[Math.round(high * 1000)]).toBeGreaterThan(n * 0.05)
    expect(sentenceBand?.high).toBeGreaterThan(0)
  })

  test('state how many texts a false-positive rate is based on', async () => {
    const { calibration } = await createDetector(model).detect(machine)
    const mistaken = (calibration?.falsePositiveRate ?? Number.NaN) * (calibration?.falsePositiveN ?? 0)
    expect(mistaken).toBeCloseTo(Math.round(mistaken), 6)
  })
})

describe('a detection in JSON', () => {
  test('adds up: base, style, sentences and context sum to the log-odds', async () => {
    for (const text of [machine, human]) {
      const { evidence } = recordOf(await createDetector(model).detect(text), 'all')
      const style = evidence?.style.reduce((sum, { weight }) => sum + weight, 0) ?? 0
      expect(
        (evidence?.base ?? 0) + (evidence?.context ?? 0) + style + (evidence?.sentences ?? 0),
      ).toBeCloseTo(evidence?.log_odds ?? Number.NaN, 1)
    }
  })

  test('weighs every scored sentence both ways, and explains the marked and strongest ones, or all on request', async () => {
    const detection = await createDetector(model).detect(machine)
    const spans = (explained: 'all' | 'strongest') =>
      recordOf(detection, explained).results.flatMap((paragraph) => paragraph.spans)
    for (const { weights } of spans('strongest')) {
      expect(weights?.machine ?? 0).toBeGreaterThanOrEqual(0)
      expect(weights?.human ?? 0).toBeLessThanOrEqual(0)
    }
    const explained = spans('strongest').filter((span) => 'evidence' in span)
    expect(explained.length).toBeGreaterThanOrEqual(3)
    expect(spans('strongest').every((span) => !span.marked || 'evidence' in span)).toBe(true)
    expect(spans('all').filter((span) => 'evidence' in span)).toHaveLength(
      spans('all').filter((span) => span.weights !== null).length,
    )
  })

  test('explains at most 500 marked sentences of a very long text, the ones that moved its score most', async () => {
    const detection = await createDetector(model).detect(machine)
    const [first] = detection.paragraphs
    if (!first) throw new Error('The text has no paragraph.')
    const [sentence] = first.sentences.filter(({ evidence }) => evidence !== null)
    if (!sentence?.evidence) throw new Error('The text has no judged sentence.')
    const { evidence } = sentence
    const sentences = Array.from({ length: 2_000 }, (_, nth) => ({
      ...sentence,
      text: String(nth),
      marked: true,
      evidence: { ...evidence, weight: nth },
    }))
    const [paragraph] = recordOf({ ...detection, paragraphs: [{ ...first, sentences }] }, 'strongest').results
    const explained =
      paragraph?.spans.filter((span) => 'evidence' in span).map(({ text }) => Number(text)) ?? []
    expect(explained).toHaveLength(500)
    expect(Math.min(...explained)).toBe(1_500)
  })

  test('compares style only for texts of the lengths measured', async () => {
    const short = machine.split(/\s+/).slice(0, 100).join(' ')
    expect(
      recordOf(await createDetector(model).detect(short), 'all').evidence?.style.every(
        ({ reference }) => reference === null,
      ),
    ).toBe(true)
    expect(
      recordOf(await createDetector(model).detect(machine), 'all').evidence?.style.some(
        ({ reference }) => reference !== null,
      ),
    ).toBe(true)
  })
})
