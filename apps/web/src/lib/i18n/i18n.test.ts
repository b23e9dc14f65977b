import i18next, { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { translationsOf } from '../../testing/translations.ts'
import { allChoices, clearConsent, saveConsent } from '../consent/consent.ts'
import { fetchAhead, loadNamespaces, localeFiles, MissingWords, startTranslation } from './i18n.ts'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const [, , language = '', file = ''] = address.split('/')
    return new Response(JSON.stringify(translationsOf(language)[file.replace('.json', '')] ?? {}))
  })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  clearConsent()
})

async function start(browser: string | string[], stored?: string) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([browser].flat())
  if (stored) localStorage.setItem('penmark.locale', stored)
  return startTranslation(createInstance())
}

test('prefers the stored language to the browser’s', async () => {
  expect((await start('fr-FR', 'en-US')).language).toBe('en-US')
})

test('uses the browser’s language if none is stored, and stores it', async () => {
  expect((await start('fr-CA')).language).toBe('fr-FR')
  expect(localStorage.getItem('penmark.locale')).toBe('fr-FR')
})

// The server's test of the same name has the same table.
test.each([
  ['de-DE,fr-CA,en-US', 'fr-FR'],
  ['nl,en-us,fr', 'en-US'],
  ['en-AU,fr', 'en-GB'],
  ['en,en-US', 'en-GB'],
  ['fr-Latn-CA', 'fr-FR'],
  ['de,zh-Hant-TW', 'en-GB'],
  ['', 'en-GB'],
])('takes the first language on offer of a browser that asks for "%s"', async (asks, language) => {
  expect((await start(asks.split(',').filter(Boolean))).language).toBe(language)
})

test('keeps the language that another tab chose while this page was loading', async () => {
  const starting = start('en-GB')
  localStorage.setItem('penmark.locale', 'fr-FR')
  await starting
  expect(localStorage.getItem('penmark.locale')).toBe('fr-FR')
})

test('loads a namespace from /locales, with English as the fallback', async () => {
  const { t } = await start('fr-FR')
  expect(asked).toContain('/locales/fr-FR/ui.json')
  expect(asked).toContain('/locales/en-GB/ui.json')
  expect(t('ui:cancel')).toBe('Annuler')
})

test('remembers the language only if the visitor allows preferences', async () => {
  const translation = await start('fr-FR')
  expect(localStorage.getItem('penmark.locale')).toBe('fr-FR')
  expect(document.cookie).not.toContain('penmark.locale')
  await translation.changeLanguage('en-US')
  expect(document.cookie).toContain('penmark.locale=en-US')
  expect(Object.keys(localStorage)).toEqual(['penmark.locale'])
  saveConsent({ ...allChoices, preferences: false })
  expect(localStorage.getItem('penmark.locale')).toBeNull()
  expect(document.cookie).not.toContain('penmark.locale')
  await translation.changeLanguage('fr-FR')
  expect(localStorage.getItem('penmark.locale')).toBeNull()
  expect(document.cookie).not.toContain('penmark.locale')
  saveConsent(allChoices)
  await translation.changeLanguage('en-GB')
  expect(localStorage.getItem('penmark.locale')).toBe('en-GB')
})

test('says that the server cannot be reached while the frame has no texts, and starts as soon as they are there', async () => {
  vi.useFakeTimers()
  const working = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR'])
  const onWait = vi.fn()
  const translation = createInstance()
  const starting = startTranslation(translation, onWait)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(onWait).toHaveBeenCalledWith('Le serveur est injoignable. Cette page s’ouvrira dès qu’il répondra.')
  vi.stubGlobal('fetch', working)
  await vi.advanceTimersByTimeAsync(15_000)
  await starting
  expect(translation.t('ui:cancel')).toBe('Annuler')
})

test('refuses a screen whose texts could not be fetched, instead of showing their keys', async () => {
  // Test files share this instance, which would go on storing the languages of the others.
  onTestFinished(() => i18next.off('languageChanged'))
  await startTranslation(i18next)
  await loadNamespaces(['report'])
  expect(i18next.t('report:retry')).toBe('Try again')
  // As after all its attempts failed.
  vi.spyOn(i18next, 'loadNamespaces').mockResolvedValue()
  await expect(loadNamespaces(['report', 'unfetched'])).rejects.toThrow(MissingWords)
})

test('asks once for texts that are fetched ahead', async () => {
  fetchAhead('en-GB', 'report')
  const texts = await new Promise((resolve) =>
    localeFiles.read('en-GB', 'report', (_error, read) => resolve(read)),
  )
  expect(texts).toMatchObject({ retry: 'Try again' })
  expect(asked).toEqual(['/locales/en-GB/report.json'])
})
