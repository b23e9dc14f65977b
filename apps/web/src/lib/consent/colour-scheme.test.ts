import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  allChoices,
  clearConsent,
  colourSchemeKey,
  onConsent,
  removeColourSchemeWithoutConsent,
  saveConsent,
  storeColourScheme,
} from './consent.ts'

beforeEach(() => {
  localStorage.clear()
  clearConsent()
})
afterEach(clearConsent)

it('remembers light or dark until preferences are refused, and forgets it then', () => {
  const stop = onConsent(removeColourSchemeWithoutConsent)
  storeColourScheme('dark')
  expect(localStorage.getItem(colourSchemeKey)).toBe('dark')
  saveConsent({ ...allChoices, preferences: false })
  expect(localStorage.getItem(colourSchemeKey)).toBeNull()
  storeColourScheme('light')
  expect(localStorage.getItem(colourSchemeKey)).toBeNull()
  saveConsent(allChoices)
  storeColourScheme('light')
  expect(localStorage.getItem(colourSchemeKey)).toBe('light')
  stop()
})
