import type { Finding } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { judgementOf, withheldWords } from './judgement.ts'

const judge = (score: number | null, finding: Finding | null) =>
  judgementOf({
    score,
    finding,
    label: score === null ? 'insufficient-text' : score >= 0.5 ? 'ai-generated' : 'human-written',
  })

describe('the verdict in words', () => {
  test.each([
    [0.824, 'ai-likely', 'AI Detected', 'High'],
    [0.571, 'inconclusive', 'AI Detected', 'Low'],
    [0.684, 'mixed', 'AI Detected', 'Medium'],
    [0.9, 'no-evidence', 'AI Detected', 'High'],
    [0.12, 'no-evidence', 'Human Written', 'High'],
    [0.44, 'inconclusive', 'Human Written', 'Low'],
    [0.3, 'mixed', 'Human Written', 'Medium'],
    [0.5, null, 'AI Detected', 'Low'],
  ] as const)(
    'for a score of %s with the finding %s is %s, confidence %s',
    (score, finding, verdict, confidence) => {
      expect(judge(score, finding)).toEqual({ verdict, confidence, finding })
    },
  )

  test('says that a text is in another language, never that it is too short or human', () => {
    expect(judge(null, 'unsupported-language')).toEqual({
      verdict: 'Language not supported',
      confidence: null,
      finding: 'unsupported-language',
    })
  })

  test('says that a text is imaginative writing, never that it is too short or human', () => {
    expect(judge(null, 'creative-writing')).toEqual({
      verdict: 'Imaginative writing',
      confidence: null,
      finding: 'creative-writing',
    })
    const words = (reasons: string[]) => withheldWords({ words: 300, reasons, finding: 'creative-writing' })
    expect(words(['creative-writing'])).toBe('finding.creative-writing.text')
    expect(words(['creative-passage'])).toBe('finding.creative-passage.text')
  })

  test('never calls a text that is too short human', () => {
    expect(judge(null, 'insufficient-text')).toMatchObject({
      verdict: 'Not enough text to judge',
      confidence: null,
    })
    expect(judge(0.1, 'insufficient-text')).toMatchObject({
      verdict: 'Not enough text to judge',
      confidence: null,
    })
  })
})
