import { act } from '@testing-library/react'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unreachable } from '../../lib/call/failure.ts'
import { allChoices, clearConsent, readConsent, saveConsent } from '../../lib/consent/consent.ts'
import { translationsOf } from '../../testing/translations.ts'
import { hydrateIslands } from './hydrate.tsx'

const islands = (...ids: ('banner' | 'support')[]) =>
  ids.map((id) => ({ id, element: document.body.appendChild(document.createElement('div')) }))

let roots: Root[] = []
const hydrate = (...ids: Parameters<typeof islands>) =>
  act(async () => {
    roots = await hydrateIslands(islands(...ids))
  })

beforeEach(() => {
  document.documentElement.lang = 'fr-FR'
  vi.stubGlobal('fetch', async (address: string) => {
    const [, , language = '', file = ''] = address.split('/')
    return new Response(JSON.stringify(translationsOf(language)[file.replace('.json', '')] ?? {}))
  })
})
afterEach(() => {
  act(() => {
    for (const root of roots) root.unmount()
  })
  document.body.replaceChildren()
  document.documentElement.lang = 'en-GB'
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('uses the language of the page, even if the network fails', async () => {
  clearConsent()
  await hydrate('banner', 'support')
  expect(document.body.textContent).toContain('Refuser les facultatifs')
  expect(unreachable().message).toContain('Le serveur est injoignable')
})

test('remembers a language requested in the address, and forgets it when preferences are refused', async () => {
  window.history.replaceState(null, '', '/?lang=fr-FR')
  await hydrate('banner')
  expect(localStorage.getItem('penmark.locale')).toBe('fr-FR')
  act(() => saveConsent({ ...allChoices, preferences: false }))
  expect(readConsent()?.preferences).toBe(false)
  expect(localStorage.getItem('penmark.locale')).toBeNull()
  expect(document.cookie).not.toContain('penmark.locale')
})

test('remembers no language that was not requested', async () => {
  await hydrate('banner')
  expect(localStorage.getItem('penmark.locale')).toBeNull()
})
