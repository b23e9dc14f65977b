import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Explained } from './detection.ts'
import { createDetector } from './detector.ts'
import type { Insights } from './insights.ts'
import { readModel } from './model/format.ts'
import { strongestSentences } from './results.ts'
import { read } from './text/reading.ts'

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
    expect(detection).toMatchObject({
      attribution: null,
      text_type: null,
      calibrated_probability: null,
    })
    expect(detection.evidence?.counted_texts).toBeNull()
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
    const phrases = detection.results.flatMap(({ spans }) => spans.flatMap(({ evidence }) => evidence ?? []))
    expect(new Set(phrases.map(({ direction }) => direction))).toEqual(new Set(['machine', 'human']))
    for (const phrase of phrases) {
      expect(phrase.weight).toBeGreaterThan(0)
      expect(phrase.counts).toEqual({ machine: 12, machine_texts: 55_000, human: 3, human_texts: 49_000 })
    }
    expect(detection.evidence?.counted_texts).toEqual({ machine: 55_000, human: 49_000 })
  })
})

describe('the ranges of human texts', () => {
  test('contain nine in ten human texts of this length', async () => {
    const { calibration, sentence_band } = await createDetector(model).detect(machine)
    const { proseWords } = read(machine)
    const band = model.documents.find(
      ({ from, to }) => proseWords >= from && (to === null || proseWords <= to),
    )
    const { low, middle, high, n } = calibration?.human_band ?? { low: 1, middle: 0, high: 0, n: 0 }
    expect(n).toBe(band?.n)
    expect(low).toBeLessThanOrEqual(middle)
    expect(middle).toBeLessThanOrEqual(high)
    expect(band?.atLeast[Math.round(high * 1000) + 1]).toBeLessThanOrEqual(n * 0.05)
    expect(band?.atLeast[Math.round(high * 1000)]).toBeGreaterThan(n * 0.05)
    expect(sentence_band?.high).toBeGreaterThan(0)
  })

  test('state how many texts a false-positive rate is based on', async () => {
    const { calibration } = await createDetector(model).detect(machine)
    const mistaken = (calibration?.false_positive_rate ?? Number.NaN) * (calibration?.false_positive_n ?? 0)
    expect(mistaken).toBeCloseTo(Math.round(mistaken), 6)
  })
})

describe('the parts of a score', () => {
  test('adds up: base, style, sentences and context sum to the log-odds', async () => {
    for (const text of [machine, human]) {
      const { evidence } = await createDetector(model).detect(text)
      const style = evidence?.style.reduce((sum, { weight }) => sum + weight, 0) ?? 0
      expect(
        (evidence?.base ?? 0) + (evidence?.context ?? 0) + style + (evidence?.sentences ?? 0),
      ).toBeCloseTo(evidence?.log_odds ?? Number.NaN, 1)
    }
  })

  test('weighs every scored sentence both ways, and explains the marked and strongest ones, or all on request', async () => {
    const spansOf = async (explained: Explained) =>
      (await createDetector(model).detect(machine, explained)).results.flatMap(({ spans }) => spans)
    const [strongest, all] = [await spansOf('strongest'), await spansOf('all')]
    for (const { weights } of strongest) {
      expect(weights?.machine ?? 0).toBeGreaterThanOrEqual(0)
      expect(weights?.human ?? 0).toBeLessThanOrEqual(0)
    }
    const explained = strongest.filter((span) => 'evidence' in span)
    expect(explained.length).toBeGreaterThanOrEqual(3)
    expect(strongest.every((span) => !span.marked || 'evidence' in span)).toBe(true)
    expect(all.filter((span) => 'evidence' in span)).toHaveLength(
      all.filter((span) => span.weights !== null).length,
    )
  })

  test('explains at most 500 marked sentences of a very long text, the ones that moved its score most', () => {
    const sentences = Array.from({ length: 2_000 }, (_, sum) => ({
      level: 'strong' as const,
      weights: { sum, machine: sum, human: 0 },
    }))
    expect([...strongestSentences(sentences)]).toEqual(sentences.slice(1_500).toReversed())
  })

  test('compares style only for texts of the lengths measured', async () => {
    const short = machine.split(/\s+/).slice(0, 100).join(' ')
    const comparedIn = async (text: string) =>
      (await createDetector(model).detect(text)).evidence?.style.some(({ reference }) => reference !== null)
    expect(await comparedIn(short)).toBe(false)
    expect(await comparedIn(machine)).toBe(true)
  })
})
