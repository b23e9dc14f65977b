import { expect, test } from 'vitest'
import { formatChance, formatFlags } from './class-table.tsx'

test('never states a chance of zero or of certainty', () => {
  expect(formatFlags('en-GB', { flags: 0.0004 })).toBe('< 0.1')
  expect(formatFlags('en-GB', { flags: 1.26 })).toBe('1.3')
  expect(formatChance('en-GB', { at_least_one: 0.0004 })).toBe('< 0.1%')
  expect(formatChance('en-GB', { at_least_one: 0.0631 })).toBe('6.3%')
  expect(formatChance('en-GB', { at_least_one: 0.452 })).toBe('45%')
  expect(formatChance('en-GB', { at_least_one: 0.9999 })).toBe('> 99%')
})
