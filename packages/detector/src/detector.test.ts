import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDetector } from './detector.ts'
import { readModel } from './model/format.ts'

const detector = createDetector(readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url))))

const fragment = fc.oneof(
  fc.constantFrom(
    'The cat sat down. ',
    'Dr. Smith paid 3.50 in all! ',
    '"Really?" she asked. ',
    '\n\n',
    '\n',
    ' – ',
    '\u200b',
    'е',
    '…',
    '# Title\n',
    '- one\n',
    'e\u0301 ',
    '👩‍🔬 ',
  ),
  fc.array(fc.integer({ min: 0, max: 0xd7ff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
  fc.lorem({ maxCount: 20, mode: 'sentences' }),
)
const anyText = fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(''))

describe('a detection', () => {
  it('splits any text into paragraphs and sentences that concatenate to it exactly', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { paragraphs } = detector.detect(text)
        let at = 0
        for (const paragraph of paragraphs) {
          expect(paragraph.start).toBeGreaterThanOrEqual(at)
          expect(text.slice(at, paragraph.start).trim()).toBe('')
          expect(paragraph.text).toBe(text.slice(paragraph.start, paragraph.end))
          expect(paragraph.sentences.map((sentence) => sentence.text).join('')).toBe(paragraph.text)
          at = paragraph.end
        }
      }),
      { seed: 11, numRuns: 150 },
    )
  })

  it('labels a text as AI-generated exactly if its rounded score is at least 0.5', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { score, label } = detector.detect(text)
        expect(label).toBe(score === null ? 'insufficient-text' : score >= 0.5 ? 'ai-generated' : 'human-written')
        expect(score).toBe(score === null ? null : Math.round(score * 1000) / 1000)
      }),
      { seed: 12, numRuns: 100 },
    )
  })

  it('gives the same figures when only the score is requested', () => {
    const text = 'We went to the lake on Saturday because my uncle had said the fish were biting. '.repeat(6)
    const { score, label, words, calibration } = detector.detect(text)
    expect(detector.score(text)).toEqual({ score, label, words, pValue: calibration?.pValue ?? null })
  })

  it('reports too little text instead of guessing', () => {
    const detection = detector.detect('A short note about my holiday.')
    expect(detection).toMatchObject({
      score: null,
      label: 'insufficient-text',
      finding: 'insufficient-text',
      words: 6,
      aiShare: null,
      calibration: null,
    })
  })

  it('breaks the score down without a remainder', () => {
    const text = 'In today’s fast-paced world, technology plays a crucial role in education. My gran never liked it much, though. '.repeat(
      30,
    )
    for (const given of [text, text.repeat(4)]) {
      const { evidence, paragraphs } = detector.detect(given)
      const sentences = paragraphs.flatMap((paragraph) => paragraph.sentences.map((sentence) => sentence.evidence?.weight ?? 0))
      const style = evidence?.style.map(({ weight }) => weight) ?? []
      const sum = [...sentences, ...style].reduce((total, weight) => total + weight, evidence?.base ?? 0)
      expect(sum).toBeCloseTo(evidence?.logOdds ?? Number.NaN, 1)
    }
  })

  it('lists traces of a chat program separately from the score', () => {
    const { facts } = detector.detect('Certainly! Here is an essay about bees.\n\n# Bees\n\nAs an AI language model, I **love** bees.')
    expect(facts).toEqual([
      { kind: 'prompt-echo', count: 2, value: 'Certainly! Here is' },
      { kind: 'markdown-remains', count: 2, value: '# Bees' },
    ])
    expect(detector.detect('My essay is about bees. I like them [1] a lot.').facts).toEqual([])
  })

  it('marks something in a text exactly if there is a finding', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { finding, paragraphs } = detector.detect(text)
        const marked = paragraphs.flatMap(({ sentences }) => sentences).some((sentence) => sentence.marked)
        expect(marked).toBe(finding === 'ai-likely' || finding === 'mixed')
      }),
      { seed: 13, numRuns: 60 },
    )
  })

  // A step that scans the rest of the text from every character would take minutes or hours for these.
  it.each(['!', '. ', "'", '_', '— ', '\n', '\r', '\t', 'é', 'A.', '|a', '[your '])('finishes with a text of nothing but %j', (sign) => {
    expect(detector.detect(sign.repeat(200_000 / sign.length)).finding).not.toBe('ai-likely')
  })
})
