import { type Finding, findings } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { findingChipOf, findingOf, headlineOf, headlineSentence } from './headline.ts'

const lead = (finding: Finding | null, ai_share: number | null, score: number | null = 0.9) =>
  headlineOf({
    finding,
    ai_share,
    score,
    label: score === null ? 'insufficient-text' : score >= 0.5 ? 'ai-generated' : 'human-written',
  })

describe('the headline of a report', () => {
  test.each([
    ['ai-likely', 0.94, 'headline.most', 0.94],
    ['ai-likely', 1, 'headline.all', null],
    ['ai-likely', null, 'headline.whole', null],
    ['mixed', 0.28, 'headline.part', 0.28],
    ['mixed', 0.002, 'headline.parts', null],
    ['mixed', 1, 'headline.parts', null],
    ['inconclusive', 0.4, 'headline.unusual', null],
    ['no-evidence', 0.4, 'headline.nothing', null],
    ['insufficient-text', null, 'headline.too-short', null],
    ['unsupported-language', null, 'headline.not-english', null],
    ['creative-writing', null, 'headline.creative', null],
  ] as const)('for %s with a share of %s is %s and mentions %s', (finding, share, key, named) => {
    expect(lead(finding, share)).toMatchObject({ key, share: named })
  })

  test('never says "most" for a share below one half', () => {
    expect(lead('ai-likely', 0.34)).toMatchObject({ key: 'headline.whole', share: null })
  })

  test('follows the finding, not the score, if an old result has them disagree', () => {
    expect(lead('inconclusive', null, 0.57).tone).toBe('unusual')
    expect(lead('no-evidence', null, 0.9).tone).toBe('nothing')
  })

  test('derives the finding of an old result from its label and score', () => {
    expect(lead(null, null, 0.8).key).toBe('headline.whole')
    expect(lead(null, null, 0.1).key).toBe('headline.nothing')
    expect(lead(null, null, null).key).toBe('headline.too-short')
  })

  test('has a sentence for each finding', () => {
    for (const finding of findings) expect(lead(finding, 0.5).key).toMatch(/^headline\./)
  })
})

describe('the short verdict in a list', () => {
  test.each(
    findings.flatMap((finding) => [null, 0, 0.28, 0.94, 1].map((ai_share) => ({ finding, ai_share }))),
  )(
    'agrees with the report on $finding ($ai_share): same verdict, tone and share',
    ({ finding, ai_share }) => {
      const result = { finding, ai_share, score: 0.9, label: null }
      const { key, ...rest } = headlineOf(result)
      expect(findingChipOf({ ...result, status: 'COMPLETED' })).toEqual({
        ...rest,
        key: key.replace('headline.', 'finding.'),
      })
    },
  )

  test('is empty until there is a result', () => {
    for (const status of ['UPLOADED', 'QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const)
      expect(findingChipOf({ status, finding: null, ai_share: null, score: null, label: null })).toBeNull()
  })

  test('derives the finding of an old result from its label and score', () => {
    expect(findingOf({ finding: null, score: 0.5, label: null })).toBe('ai-likely')
    expect(findingOf({ finding: null, score: 0.499, label: 'human-written' })).toBe('no-evidence')
    expect(findingOf({ finding: null, score: null, label: null })).toBe('insufficient-text')
    expect(findingOf({ finding: 'mixed', score: 0.1, label: 'human-written' })).toBe('mixed')
  })
})

describe('the headline as a sentence', () => {
  const english = {
    'headline.part': 'Part of it ({{share}})',
    'headline.short': 'Short text: {{headline}}',
  } as Record<string, string>
  const said = (finding: Finding, words: number | null) =>
    headlineSentence(lead(finding, 0.28), words, {
      text: (key, { share = '', headline = '' }) =>
        (english[key] ?? key).replace('{{share}}', share).replace('{{headline}}', headline),
      share: (share) => `${Math.round(100 * share)} %`,
    })

  test('begins with "Short text" below 150 words, unless it says that there is no score', () => {
    expect(said('mixed', 149)).toBe('Short text: part of it (28 %)')
    expect(said('mixed', 150)).toBe('Part of it (28 %)')
    expect(said('mixed', null)).toBe('Part of it (28 %)')
    expect(said('insufficient-text', 20)).toBe('headline.too-short')
  })
})
