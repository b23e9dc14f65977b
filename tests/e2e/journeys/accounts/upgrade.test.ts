import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { completeProfile, newAccount, register } from '../../steps/account.ts'
import { pasteText, rowWith } from '../../steps/documents.ts'
import { payForPro, setWordsUsed } from '../../steps/payment.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys()

journey(
  'a teacher uses up the free words, upgrades at the checkout, and returns to Free when the cancelled month ends',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me|429.*\/documents\/text|402.*\/test-payment\/checkout/)
    await register(page, product.origin, newAccount())
    await page.goto(`${product.origin}/subscriptions`)
    await page.waitForURL('**/profile')
    await completeProfile(page)
    await page.getByText('Free Plan').waitFor()

    // About 200 of the last 250 words are used, so the same text does not fit again.
    await setWordsUsed(page, product.origin, 4_750)
    await pasteText(page, essay)
    await rowWith(page, /Pasted text/, 'Completed')
    await pasteText(page, essay)
    const tooLong = page.getByRole('dialog', { name: 'Upload Limit Exceeded' })
    await tooLong.getByText(/more than are left of your monthly allowance/).waitFor()
    await tooLong.getByRole('button', { name: 'Cancel' }).click()
    await setWordsUsed(page, product.origin, 5_000)
    await page.getByRole('button', { name: 'Paste Text' }).click()
    const paste = page.getByRole('dialog', { name: 'Paste Text for AI Detection' })
    await paste.getByRole('textbox', { name: 'Text' }).fill(essay)
    await paste.getByRole('button', { name: 'Detect AI' }).click()
    const empty = page.getByRole('dialog', { name: 'Upload Limit Exceeded' })
    await empty.getByText(/Monthly usage limit exceeded/).waitFor()
    await empty.getByText('Priority processing queue').waitFor()
    await empty.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await page.waitForURL('**/pricing')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await page.waitForURL('**/subscriptions')
    await page.getByText('5,000 of 5,000 words used').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
    await page.waitForURL('**/test-payment/checkout/**')
    await page.getByText('Test payment: no money moves').waitFor()
    await expectAccessible(page)
    await page.getByLabel('A card that is declined').check()
    await page.getByRole('button', { name: /^Pay £8\.00/ }).click()
    await page.getByRole('alert').getByText('The card was declined').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Cancel and go back' }).click()
    await page.waitForURL('**/payment/canceled')
    await page.getByText('Nothing was charged').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the plans' }).click()

    await payForPro(page)
    await page.getByText('You are now on Pro').waitFor()
    await page.getByText('Pro Plan').waitFor()
    await expectAccessible(page)
    await page.waitForURL('**/profile')

    await page.goto(`${product.origin}/dashboard`)
    await page.getByRole('button', { name: /^Read the one that waits/ }).click()
    await page.goto(`${product.origin}/documents`)
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Completed' }).count(), { timeout: 120_000 })
      .toBe(2)
    await page.goto(`${product.origin}/subscriptions`)
    // What was used on Free counts in its month on Pro too.
    await page.getByText(/^5,2\d\d of 100,000 words used/).waitFor()

    await page.getByRole('button', { name: 'Manage subscription' }).click()
    await page.waitForURL('**/test-payment/portal/**')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await page.getByText(/You keep Pro until then/).waitFor()
    await page.getByRole('link', { name: 'Back to Penmark' }).click()
    await page.getByText(/Pro ends on .* and will not be charged again/).waitFor()
    await page.getByText('Pro Plan').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Keep Pro' }).click()
    // Advance the portal's test clock by a month.
    await page.getByRole('button', { name: 'Go to the end of the period' }).click()
    await page.getByText('This subscription has ended.').waitFor()
    await page.getByRole('link', { name: 'Back to Penmark' }).click()
    await page.getByText('Free Plan').waitFor()
    await page.getByText(/^5,2\d\d of 5,000 words used/).waitFor()
  },
)

journey(
  'a failed payment shows a notice until it is paid, in French, on a narrow screen and in dark mode',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    await register(page, product.origin, newAccount())
    await completeProfile(page)
    await page.goto(`${product.origin}/subscriptions`)
    await payForPro(page)
    await page.getByText('You are now on Pro').waitFor()
    await page.evaluate(() => localStorage.setItem('penmark.locale', 'fr-FR'))
    await page.goto(`${product.origin}/subscriptions`)
    await page.getByRole('button', { name: 'Gérer l’abonnement' }).click()
    await page.getByRole('button', { name: 'Utiliser une carte refusée' }).click()
    await page.getByRole('button', { name: 'Aller à la fin de la période' }).click()
    await page.getByText('Le dernier paiement a échoué').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retour à Penmark' }).click()
    await page.getByText(/Vous gardez Pro jusqu’au/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Payer maintenant' }).click()
    await page.getByRole('button', { name: 'Payer avec une carte acceptée' }).click()
    await page.getByText('Actif', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Retour à Penmark' }).click()
    await page.getByText(/mots utilisés sur/).waitFor()
    expect(await page.getByText(/Vous gardez Pro jusqu’au/).count()).toBe(0)
    await expectAccessible(page)
  },
  { viewport: narrow, colorScheme: 'dark' },
)
