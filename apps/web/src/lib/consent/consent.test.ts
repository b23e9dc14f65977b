import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  allChoices,
  clearConsent,
  colourSchemeKey,
  consentCookie,
  defaultChoices,
  isNoticeHidden,
  onConsent,
  readConsent,
  removeColourSchemeWithoutConsent,
  removeHiddenNoticesWithoutConsent,
  saveConsent,
  storeColourScheme,
  storeHiddenNotice,
} from './consent.ts'
import { useConsent } from './use-consent.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T10:00:00.000Z'))
  clearConsent()
})
afterEach(() => vi.useRealTimers())

test('stores timestamp, version and the four choices', () => {
  saveConsent(allChoices)
  expect(readConsent()).toEqual({
    timestamp: '2026-11-21T10:00:00.000Z',
    version: '1.0',
    necessary: true,
    analytics: true,
    marketing: true,
    preferences: true,
  })
})

test('turns on necessary and preferences and nothing else by default', () => {
  expect(defaultChoices).toEqual({ necessary: true, preferences: true, analytics: false, marketing: false })
})

test('sets the cookie for 365 days, SameSite Lax, secure on https', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  saveConsent(defaultChoices)
  expect(written.mock.calls[0]?.[0]).toMatch(/; Max-Age=31536000; Path=\/; SameSite=Lax$/)
  expect(consentCookie('x', { seconds: 60, secure: true })).toBe(
    'penmark.consent=x; Max-Age=60; Path=/; SameSite=Lax; Secure',
  )
})

test('never allows refusing necessary cookies', () => {
  saveConsent({ ...defaultChoices, necessary: false })
  expect(readConsent()?.necessary).toBe(true)
})

test.each([
  ['no JSON', '%7B'],
  ['no record', encodeURIComponent('null')],
  [
    'another version',
    encodeURIComponent(
      JSON.stringify({ timestamp: '2026-11-21T10:00:00.000Z', version: '0.9', necessary: true }),
    ),
  ],
  ['no date', encodeURIComponent(JSON.stringify({ timestamp: 'soon', version: '1.0', necessary: true }))],
])('treats a cookie with %s as no decision', (_, value) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as somebody else may have left it
  document.cookie = `penmark.consent=${value}; Path=/`
  expect(readConsent()).toBeNull()
})

test('says that the browser blocks cookies', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  expect(() => saveConsent(allChoices)).toThrow()
})

test('notifies the whole page of a decision', () => {
  const { result } = renderHook(useConsent)
  expect(result.current).toBeNull()
  act(() => saveConsent(allChoices))
  expect(result.current?.analytics).toBe(true)
  act(() => clearConsent())
  expect(result.current).toBeNull()
})

test('remembers light or dark until preferences are refused, and forgets it then', () => {
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

test('remembers dismissed notices until preferences are refused, and forgets them then', () => {
  const stop = onConsent(removeHiddenNoticesWithoutConsent)
  storeHiddenNotice('upload')
  expect([isNoticeHidden('upload'), isNoticeHidden('context')]).toEqual([true, false])
  saveConsent({ ...allChoices, preferences: false })
  expect(isNoticeHidden('upload')).toBe(false)
  storeHiddenNotice('upload')
  expect(isNoticeHidden('upload')).toBe(false)
  saveConsent(allChoices)
  storeHiddenNotice('upload')
  expect(isNoticeHidden('upload')).toBe(true)
  stop()
})
