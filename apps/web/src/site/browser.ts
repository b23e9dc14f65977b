import { currencies, formatPrice } from '../features/public/site/pricing/prices.ts'
import {
  colourSchemeKey,
  onConsent,
  removeColourSchemeWithoutConsent,
  removeHiddenNoticesWithoutConsent,
  storeColourScheme,
} from '../lib/consent/consent.ts'
import { followMarketingConsent } from './advertising-pixel.ts'
import { isIslandId } from './islands/island.ts'

/** Lets a reader choose between light and dark; the choice is shared with the application. */
function enableSchemeChoice(): void {
  const label = document.querySelector<HTMLElement>('[data-scheme]')
  const select = label?.querySelector('select')
  if (!label || !select) return
  removeColourSchemeWithoutConsent()
  onConsent(removeColourSchemeWithoutConsent)
  select.value = localStorage.getItem(colourSchemeKey) ?? 'auto'
  label.hidden = false
  select.addEventListener('change', () => {
    storeColourScheme(select.value)
    const isDark =
      select.value === 'dark' ||
      (select.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  })
}

/** Shows the prices in another currency. Payments stay in pounds, and the page says so. */
function enableCurrencyChoice(): void {
  const container = document.querySelector<HTMLElement>('[data-currency]')
  const select = container?.querySelector('select')
  if (!container || !select) return
  container.hidden = false
  select.addEventListener('change', () => {
    const currency = currencies.find((option) => option === select.value) ?? 'GBP'
    for (const price of document.querySelectorAll<HTMLElement>('[data-pounds]'))
      price.textContent = formatPrice(document.documentElement.lang, Number(price.dataset.pounds), currency)
    for (const note of document.querySelectorAll<HTMLElement>('[data-approximate]'))
      note.hidden = currency === 'GBP'
  })
}

/** Closes the menu of small screens on Escape, and on a click on one of its links or outside it. */
function closeMenuWhenDone(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details[data-menu]')
  if (!menu) return
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('a') || !menu.contains(target)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

closeMenuWhenDone()
enableSchemeChoice()
enableCurrencyChoice()
followMarketingConsent()
onConsent(removeHiddenNoticesWithoutConsent)

const islandElements = [...document.querySelectorAll<HTMLElement>('[data-island]')].flatMap((element) => {
  const id = element.dataset.island
  return isIslandId(id) ? [{ id, element }] : []
})
/**
 * Once the page has been painted: React is ten times the size of everything before it, and the first paint
 * must not wait for it.
 */
function afterFirstPaint(work: () => void): void {
  window.addEventListener('load', () => requestAnimationFrame(() => setTimeout(work)))
}

afterFirstPaint(
  () => void import('./islands/hydrate.tsx').then(({ hydrateIslands }) => hydrateIslands(islandElements)),
)
