import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { newAccount } from '../../steps/account.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

journey(
  'a French teacher registers, uploads and reads a report on a phone',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    const account = newAccount()
    await page.goto(product.origin)
    await page.getByRole('button', { name: 'Refuser les facultatifs' }).click()
    await page.getByRole('link', { name: 'Commencer gratuitement' }).click()
    await page.getByLabel('Prénom').fill(account.givenName)
    await page.getByLabel('Nom', { exact: true }).fill(account.familyName)
    await page.getByLabel('Adresse e-mail').fill(account.email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(account.password)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Créer le compte' }).click()

    await page.waitForURL('**/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
    await page.locator('input[name=school_name]').fill('Collège de la Rive')
    await page.locator('select[name=country]').selectOption({ label: 'France' })
    await page.locator('input[name=state_county]').fill('Finistère')
    await page.getByRole('button', { name: 'Enregistrer et continuer' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: /Amara/ }).waitFor()
    await expectAccessible(page)
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^fr/)
    const quotes = await page.evaluate(() => getComputedStyle(document.body).quotes)
    expect(quotes).toContain('«\u00a0')

    await page.getByRole('button', { name: /texte/i }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Texte' }).fill(essay)
    await expectAccessible(page)
    await dialog.locator('button').last().click()
    await page.locator('a[href*="/report"]').first().click({ timeout: 120_000 })
    await page.getByRole('heading', { name: 'Texte', exact: true }).waitFor()
    await expectAccessible(page)
    expect(await untranslated()).toEqual([])

    /** Texts that show a key or another language instead of French. */
    async function untranslated(): Promise<string[]> {
      const text = await page.locator('main').innerText()
      return [
        'standing.',
        'finding.',
        'verdict.',
        'headline.',
        'A score is a reason to talk',
        'Back to',
      ].filter((piece) => text.includes(piece))
    }
  },
  { viewport: narrow, locale: 'fr-FR', isMobile: true, hasTouch: true },
)
