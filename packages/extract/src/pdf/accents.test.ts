import { expect, test } from 'vitest'
import { withSaraAm } from './accents.ts'

test('the ring of a Thai vowel that its font names a space splits no word', () => {
  expect(withSaraAm('เลขประจ าตัว และจ านวน')).toBe('เลขประจำตัว และจำนวน')
  expect(withSaraAm('มา นี่')).toBe('มา นี่')
})
