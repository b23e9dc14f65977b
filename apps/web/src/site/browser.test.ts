import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { languages } from '../lib/i18n/languages.ts'
import { translationsOf } from '../testing/translations.ts'
import { renderSite } from './render.tsx'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8')

const html =
  renderSite({
    translations: Object.fromEntries(languages.map((language) => [language, translationsOf(language)])),
    evidence: {
      card: JSON.parse(read('models/standard.card.json')),
      bench: JSON.parse(read('bench/results/figures.json')),
    },
    template: read('apps/web/site.html'),
    fonts: [],
    styles: '/assets/site.css',
  }).find(({ path, language }) => path === '/pricing' && language === 'en-GB')?.html ?? ''

// A link would leave the page. Other files share this window, and their clicks must work.
const stay = (event: Event) => event.preventDefault()
beforeAll(() => window.addEventListener('click', stay))
afterAll(() => window.removeEventListener('click', stay))

/** The page of prices as visitors get it, with its script. */
beforeEach(async () => {
  document.documentElement.lang = 'en-GB'
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML
  vi.resetModules()
  await import('./browser.ts')
})

function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector)
  if (element === null) throw new Error(`The page has no ${selector}`)
  return element
}

test('another currency changes the prices shown, and nothing else', () => {
  const prices = () => [...document.querySelectorAll('[data-pounds]')].map(({ textContent }) => textContent)
  const others = () => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const price of copy.querySelectorAll('[data-pounds]')) price.textContent = ''
    return [copy.textContent, ...[...copy.querySelectorAll('a')].map(({ href }) => href)]
  }
  const othersInPounds = others()
  expect(prices()).toEqual(['£0', '£8'])
  const select = find<HTMLSelectElement>('[data-currency] select')
  select.value = 'USD'
  select.dispatchEvent(new Event('change'))
  expect(prices()).toEqual(['US$0', 'US$10'])
  expect(others()).toEqual(othersInPounds)
  expect(find<HTMLElement>('[data-approximate]').hidden).toBe(false)
})

test.each([
  ['a link in it', 'details[data-menu] nav a[href="/educator"]'],
  ['the page outside it', '#content'],
])('the menu stays open until a click on %s', (_, selector) => {
  const menu = find<HTMLDetailsElement>('details[data-menu]')
  menu.open = true
  find<HTMLElement>('details[data-menu] nav').click()
  expect(menu.open).toBe(true)
  find<HTMLElement>(selector).click()
  expect(menu.open).toBe(false)
})
