import { expect, test } from 'vitest'
import { writeDate } from './write-date.ts'

const written = (
  language: string,
  day: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
) => writeDate(new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }), new Date(day))

test('writes the first of a month as French does, and other days and languages as before', () => {
  expect(written('fr-FR', '2026-01-01')).toBe('1er janvier 2026')
  expect(written('fr-FR', '2026-01-11')).toBe('11 janvier 2026')
  expect(written('fr-FR', '2026-01-01', { dateStyle: 'short' })).toBe('01/01/2026')
  expect(written('en-GB', '2026-01-01')).toBe('1 January 2026')
})
