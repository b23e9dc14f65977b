import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'

const journey = sharedJourneys()
const paths = [
  '/',
  '/pricing',
  '/educator',
  '/limits',
  '/technology',
  '/privacy',
  '/terms',
  '/support',
  '/cookie-preferences',
]

/**
 * Opens each public page before a cookie decision and finds nothing stored. A request to another origin fails
 * any journey.
 */
async function readAll(page: Page, origin: string, acceptAll: string): Promise<void> {
  for (const path of paths) {
    await page.goto(origin + path)
    // The page is hydrated once the banner appears.
    await page.getByRole('button', { name: acceptAll, exact: true }).waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
    expect(await page.context().cookies(), path).toEqual([])
    expect(
      await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]),
      path,
    ).toEqual([])
  }
}

journey(
  'a visitor reads every public page, and before consent nothing is stored and no other host is called',
  async ({ page, product }) => {
    await readAll(page, product.origin, 'Accept All')

    await page.goto(`${product.origin}/technology`)
    const card = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the model card (JSON)' }).click()
    expect((await card).suggestedFilename()).toMatch(/\.card\.json$/)

    await page.goto(`${product.origin}/pricing`)
    await page.getByLabel('Show prices in').selectOption('USD')
    await page.getByText('approximate, charged in GBP').first().waitFor()
    await page.getByText('US$10').waitFor()
    await page.getByText('What is counted?').click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Get Started Free' }).click()
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  },
)

journey(
  'a French visitor reads every public page on a phone in dark mode',
  async ({ page, product }) => {
    await readAll(page, product.origin, 'Tout accepter')

    await page.goto(`${product.origin}/pricing`)
    const menu = page.locator('details[data-menu]')
    const isOpen = () => menu.evaluate((element: HTMLDetailsElement) => element.open)
    await menu.locator('summary').click()
    expect(await isOpen()).toBe(true)
    await expectAccessible(page)
    // Beside the menu, at the edge of the page.
    await page.locator('#content').click({ position: { x: 4, y: 380 } })
    expect(await isOpen()).toBe(false)
    expect(await page.getByText('Google Classroom').first().isVisible()).toBe(false)
    await page.locator('label[for=plan-free-all]').click()
    await page.getByText('Google Classroom').first().waitFor()
    await expectAccessible(page)
  },
  { viewport: narrow, isMobile: true, hasTouch: true, locale: 'fr-FR', colorScheme: 'dark' },
)

journey(
  'a visitor changes the language, and the site remembers it until preferences are refused',
  async ({ page, product }) => {
    await page.goto(product.origin)
    await page.getByRole('link', { name: 'Français' }).click()
    await page.getByRole('link', { name: 'Commencer gratuitement' }).waitFor()
    await page.getByRole('button', { name: 'Personnaliser' }).waitFor()
    await page.goto(`${product.origin}/educator`)
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-FR')
    expect(await page.evaluate(() => localStorage.getItem('penmark.locale'))).toBe('fr-FR')

    await page.getByRole('button', { name: 'Personnaliser' }).click()
    await page.getByRole('switch', { name: 'Préférences' }).click()
    await page.getByRole('button', { name: 'Enregistrer mes choix' }).click()
    await page.getByRole('button', { name: 'Enregistrer mes choix' }).waitFor({ state: 'detached' })
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['penmark.consent'])
    expect(await page.evaluate(() => localStorage.getItem('penmark.locale'))).toBeNull()
    await page.goto(`${product.origin}/terms`)
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
  },
)
