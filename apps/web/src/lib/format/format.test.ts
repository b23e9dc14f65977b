import { expect, test } from 'vitest'
import { formatBytes, formatNumber, formatPercent, formatScore } from './format.ts'

test('formats a share with one decimal for the language, and N/A if there is none', () => {
  expect(formatPercent({ language: 'en-GB' }, 0.824)).toBe('82.4%')
  expect(formatPercent({ language: 'fr-FR' }, 0.824)).toMatch(/^82,4\s%$/u)
  expect(formatPercent({ language: 'en-GB' }, 0)).toBe('0.0%')
  expect(formatPercent({ language: 'en-GB' }, null)).toBe('N/A')
})

test('claims no certainty at the ends of a score', () => {
  const shown = (score: number | null, language = 'en-GB') => formatScore({ language }, score)
  expect([shown(1), shown(0.995), shown(0.99), shown(0.01), shown(0.004), shown(0)]).toEqual([
    '>99%',
    '>99%',
    '99.0%',
    '1.0%',
    '<1%',
    '<1%',
  ])
  expect(shown(1, 'fr-FR')).toMatch(/^>99\s%$/u)
  expect(shown(null)).toBe('N/A')
})

test('counts bytes in steps of 1,024', () => {
  expect(formatBytes({ language: 'en-GB' }, 25 * 1_024 * 1_024)).toBe('25 MB')
  expect(formatBytes({ language: 'en-GB' }, 10)).toBe('1 kB')
  expect(formatBytes({ language: 'en-GB' }, 0)).toBe('0 kB')
  expect(formatBytes({ language: 'fr-FR' }, 62_383.5 * 1_024 * 1_024)).toMatch(/^60,9\sGo$/u)
})

test('groups thousands as the language does', () => {
  expect(formatNumber({ language: 'en-GB' }, 5_000)).toBe('5,000')
})
