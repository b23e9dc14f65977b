import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearConsent, readConsent, saveConsent } from '../../lib/consent/consent.ts'
import { openElement } from '../../testing/screen.tsx'
import CookiePreferencesPage from './cookie-preferences.tsx'

const banner = () => screen.queryByRole('region', { name: 'Cookie choices' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const toggle = (name: string) =>
  within(screen.getByRole('region', { name })).getByRole<HTMLInputElement>('switch')
const chosen = () => {
  const { necessary, analytics, marketing, preferences } = readConsent() ?? {}
  return { necessary, analytics, marketing, preferences }
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  clearConsent()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime(new Date('2026-11-21T10:00:00'))
})
afterEach(() => vi.useRealTimers())

test('shows the current state, and links to the privacy policy', async () => {
  await openElement(<CookiePreferencesPage />)
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe(
    'HomePrivacyCookie Preferences',
  )
  expect(screen.getByRole('link', { name: 'Read the full privacy policy' }).getAttribute('href')).toBe(
    '/privacy',
  )
})

test('shows the banner until there is a decision, with a link to the privacy policy', async () => {
  await openElement(<CookiePreferencesPage />)
  expect(banner()).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Read the privacy policy' }).getAttribute('href')).toBe('/privacy')
  expect(screen.getByText(/cookie banner will appear on your next visit/)).toBeDefined()
})

test.each([
  ['Accept All', { necessary: true, analytics: true, marketing: true, preferences: true }],
  ['Reject Optional', { necessary: true, analytics: false, marketing: false, preferences: true }],
  ['Accept All Cookies', { necessary: true, analytics: true, marketing: true, preferences: true }],
  ['Reject Optional Cookies', { necessary: true, analytics: false, marketing: false, preferences: true }],
])('%s stores the choice and hides the banner', async (name, choices) => {
  await openElement(<CookiePreferencesPage />)
  press(name)
  expect(chosen()).toEqual(choices)
  expect(banner()).toBeNull()
})

test('Customise Settings shows a switch for each category, and Save Preferences stores them', async () => {
  await openElement(<CookiePreferencesPage />)
  press('Customise Settings')
  const asked = within(banner() ?? document.body)
  expect(asked.getByRole<HTMLInputElement>('switch', { name: 'Necessary' }).disabled).toBe(true)
  fireEvent.click(asked.getByRole('switch', { name: 'Analytics' }))
  fireEvent.click(asked.getByRole('switch', { name: 'Preferences' }))
  expect(readConsent()).toBeNull()
  press('Save Preferences')
  expect(chosen()).toEqual({ necessary: true, analytics: true, marketing: false, preferences: false })
  expect(banner()).toBeNull()
})

test('shows when the decision was made, its version, and a badge for each category', async () => {
  saveConsent({ necessary: true, analytics: true, marketing: false, preferences: true })
  await openElement(<CookiePreferencesPage />)
  const status = within(screen.getByRole('region', { name: 'Current Consent Status' }))
  expect(status.getByText('21/11/2026, 10:00:00')).toBeDefined()
  expect(status.getByText('1.0')).toBeDefined()
  expect(status.getAllByRole('listitem').map((badge) => badge.textContent)).toEqual([
    '✓ Necessary: Enabled',
    '✓ Analytics: Enabled',
    '– Marketing: Disabled',
    '✓ Preferences: Enabled',
  ])
})

test('has a card for each category; necessary cannot be turned off', async () => {
  await openElement(<CookiePreferencesPage />)
  expect(toggle('Necessary').disabled).toBe(true)
  expect(toggle('Necessary').checked).toBe(true)
  expect(['Analytics', 'Marketing', 'Preferences'].map((name) => toggle(name).checked)).toEqual([
    false,
    false,
    true,
  ])
  expect(screen.getByText(/cannot be disabled/)).toBeDefined()
  expect(screen.getByText('Changes are saved automatically.')).toBeDefined()
  expect(screen.getByText(/Authentication and payment cookies stay active/)).toBeDefined()
})

test('saves a toggle at once and says so for 2 s', async () => {
  await openElement(<CookiePreferencesPage />)
  fireEvent.click(toggle('Analytics'))
  expect(chosen().analytics).toBe(true)
  expect(screen.getByText('Cookie preferences saved successfully!')).toBeDefined()
  await wait(1_999)
  expect(screen.queryByText('Cookie preferences saved successfully!')).not.toBeNull()
  await wait(1)
  expect(screen.queryByText('Cookie preferences saved successfully!')).toBeNull()
})

test('says for 3 s that saving failed', async () => {
  await openElement(<CookiePreferencesPage />)
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  fireEvent.click(toggle('Analytics'))
  expect(screen.getByText('Error saving preferences. Please try again.')).toBeDefined()
  await wait(2_999)
  expect(screen.queryByText('Error saving preferences. Please try again.')).not.toBeNull()
  await wait(1)
  expect(screen.queryByText('Error saving preferences. Please try again.')).toBeNull()
})

test('says for 3 s what a quick action did', async () => {
  await openElement(<CookiePreferencesPage />)
  press('Accept All Cookies')
  await wait(2_999)
  expect(screen.queryByText('All cookies accepted.')).not.toBeNull()
  await wait(1)
  expect(screen.queryByText('All cookies accepted.')).toBeNull()
})

test('clears the decision after confirmation, and shows the banner again', async () => {
  saveConsent({ necessary: true, analytics: true, marketing: true, preferences: false })
  await openElement(<CookiePreferencesPage />)
  const confirm = vi.fn((_: string) => false)
  vi.stubGlobal('confirm', confirm)
  press('Clear All Preferences')
  expect(confirm).toHaveBeenCalledWith(
    'Are you sure you want to clear all cookie preferences? This will reset all settings and you will see the cookie banner again.',
  )
  expect(readConsent()).not.toBeNull()
  confirm.mockReturnValue(true)
  press('Clear All Preferences')
  expect(readConsent()).toBeNull()
  expect(banner()).not.toBeNull()
  expect(['Analytics', 'Marketing', 'Preferences'].map((name) => toggle(name).checked)).toEqual([
    false,
    false,
    true,
  ])
})
