import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { newAccount, registerThroughForms, signOut } from '../../steps/account.ts'

// Behind a proxy, so that others can reach it and the first account is not simply the administrator.
const journey = journeys({ TRUST_PROXY: 'true' }, { isFirstStart: true })

const check = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) })

journey(
  'a stranger who registers first stays a teacher; the operator becomes the administrator with the setup code',
  async ({ page, product, watch }) => {
    watch.expect(/40[34].*\/api\/v1\//)
    expect(product.output()).toContain(`Set it up at ${product.origin}/welcome`)
    const code = /see: (\S+)/.exec(product.output())?.[1] ?? ''

    await registerThroughForms(page, product.origin)
    await page.goto(`${product.origin}/welcome`)
    await page.getByRole('textbox', { name: 'Setup code' }).fill('ABCD-EFGH-JKMN-PQRS')
    await page.getByRole('button', { name: 'Become the administrator' }).click()
    await page.getByText('This is not the setup code.', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.goto(`${product.origin}/dashboard`)
    await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
    expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
    await signOut(page)

    await page.goto(`${product.origin}/welcome`)
    await page.getByText('asks for the setup code', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create the account' }).click()
    const account = newAccount()
    await page.getByLabel('First name').fill(account.givenName)
    await page.getByLabel('Last name').fill(account.familyName)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('textbox', { name: 'Setup code' }).fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Become the administrator' }).click()

    await check(page, 'Address').getByText('Only this machine reaches', { exact: false }).waitFor()
    await check(page, 'Clock').getByText('Good').waitFor()
    const email = check(page, 'Email')
    await email.getByText('Set SMTP_URL', { exact: false }).waitFor()
    await email.getByRole('button', { name: 'Send a test email' }).click()
    await email.getByText(`The test email to ${account.email} was written.`, { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Add sample documents' }).click()
    await page.getByText('Your account has a sample class', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Finish the setup' }).click()
    await page.getByText('The setup was finished on', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Start working' }).click()
    await page.getByRole('heading', { name: 'Where do you teach?' }).waitFor()
  },
)

journey('the page is closed to visitors once there is an administrator', async ({ page, product }) => {
  await page.goto(`${product.origin}/welcome`)
  await page.getByRole('heading', { name: 'This installation is set up' }).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('button', { name: 'Create the account' }).count()).toBe(0)
})
