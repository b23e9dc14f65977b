import { showScore } from '@penmark/contract'
import { expect, test } from 'vitest'
import { createFormatters } from './formatters.ts'

const words = { over: (share: string) => `over ${share}`, under: (share: string) => `under ${share}` }
const english = createFormatters('en-GB', { words })

test.each([
  [0.01, '1.0%'],
  [0.0825, '8.3%'],
  [0.5, '50.0%'],
  [0.8245, '82.5%'],
  [0.99, '99.0%'],
])('formats a score of %s in English like the rest of the product', (score, shown) => {
  expect(english.score(score)).toBe(shown)
  expect(showScore(score)).toBe(shown)
})

test.each([
  [1, 'over 99%'],
  [0.991, 'over 99%'],
  [0.009, 'under 1%'],
  [0, 'under 1%'],
])('never shows a score of %s as certain', (score, long) => {
  expect(english.score(score)).toBe(long)
})

test("formats numbers for the reader's language", () => {
  const french = createFormatters('fr-FR', {
    words: { over: (share) => `plus de ${share}`, under: (share) => `moins de ${share}` },
  })
  expect(french.score(0.824)).toMatch(/^82,4\s%$/)
  expect(french.score(1)).toMatch(/^plus de 99\s%$/)
  expect(english.count(4_812)).toBe('4,812')
  expect(english.rate(0.0104)).toBe('1.0%')
  expect(english.weight(0.32)).toBe('+0.3')
  expect(english.fineWeight(-0.044)).toBe('-0.04')
})

test('formats times in the given time zone', () => {
  expect(createFormatters('en-GB', { words, timeZone: 'Pacific/Auckland' }).day('2026-11-21T23:30:00Z')).toBe(
    '22 November 2026',
  )
})
