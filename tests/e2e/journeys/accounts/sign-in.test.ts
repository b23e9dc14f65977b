import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerThroughForms, signIn, signOut } from '../../steps/account.ts'

const journey = sharedJourneys()

journey(
  'a teacher signs out and in again, and finds everything unchanged',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    const account = await registerThroughForms(page, product.origin)
    await signOut(page)

    await page.goto(`${product.origin}/documents`)
    await page.getByLabel('Email', { exact: true }).waitFor()
    await expectAccessible(page)

    // A refused sign-in returns the page again with an error status.
    watch.expect(/40[01]|422/)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password at all')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The email or the password is incorrect.').waitFor()
    await expectAccessible(page)

    await signIn(page, product.origin, account)
    await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  },
)

journey(
  'an unknown address answers 404, leads to sign-in, and then shows a not-found page with a way back',
  async ({ page, product, watch }) => {
    watch.expect(/404/)
    const account = await registerThroughForms(page, product.origin)
    await signOut(page)
    expect((await page.goto(`${product.origin}/no-such-page`))?.status()).toBe(404)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/no-such-page')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
  },
)
