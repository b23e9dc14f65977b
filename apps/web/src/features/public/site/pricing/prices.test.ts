import { expect, test } from 'vitest'
import { formatPrice } from './prices.ts'

test.each([
  ['GBP', '£100'],
  ['USD', 'US$125'],
  ['EUR', '€115'],
  ['CAD', 'CA$165'],
  ['AUD', 'A$185'],
] as const)('shows 100 pounds in %s as %s', (currency, text) => {
  expect(formatPrice('en-GB', 100, currency)).toBe(text)
})

test('multiplies first and then rounds to whole units', () => {
  // 8 × 1.15 = 9.2, 8 × 1.65 = 13.2, 8 × 1.85 = 14.8
  expect((['EUR', 'CAD', 'AUD'] as const).map((currency) => formatPrice('en-GB', 8, currency))).toEqual([
    '€9',
    'CA$13',
    'A$15',
  ])
  expect(formatPrice('fr-FR', 8, 'USD').replaceAll(/\s/g, ' ')).toBe('10 $US')
})
