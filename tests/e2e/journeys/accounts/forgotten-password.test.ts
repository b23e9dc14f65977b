import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher, registerThroughForms, signIn, signOut } from '../../steps/account.ts'
import { waitForMailedLink } from '../../steps/outbox.ts'

const journey = sharedJourneys()

journey(
  'a teacher resets a forgotten password by email, and the old password and the link stop working',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    // A used link answers 410, a wrong password 422.
    watch.expect(/410|422/)
    const account = await registerThroughForms(page, product.origin)
    await signOut(page)

    await page.goto(`${product.origin}/documents`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectAccessible(page)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Ask your administrator for the link' }).waitFor()
    await expectAccessible(page)

    const link = await waitForMailedLink(product.dataDir, account.email, 'reset')
    const password = 'slow rivers carry quiet boats'
    await page.goto(link)
    await expectAccessible(page)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await expectAccessible(page)

    await page.goto(`${product.origin}/documents`)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The email or the password is incorrect.').waitFor()
    await signIn(page, product.origin, { ...account, password })
  },
)

journey(
  'a teacher on a phone confirms the email address, changes the password and views the devices',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    const account = await registerTeacher(page, product.origin)
    await page.goto(await waitForMailedLink(product.dataDir, account.email, 'verify'))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()

    await page.goto(`${product.origin}/identity/account`)
    await page.getByLabel('Current password').fill(account.password)
    await page.getByLabel('New password').fill('slow rivers carry quiet boats')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password has been changed. All other devices are signed out.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Email', exact: true }).click()
    await page.getByText(`${account.email} is confirmed.`).waitFor()
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByText('You are signed in on this device only.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to your profile' }).click()
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/profile')
  },
  { viewport: narrow },
)

journey('a teacher changes the email address of the account', async ({ page, product, watch }) => {
  watch.expect(/404.*\/api\/v1\/teachers\/me/)
  // An invalid form answers 422, a used link 410.
  watch.expect(/410|422/)
  const account = await registerTeacher(page, product.origin)
  const email = account.email.replace('@school.', '@college.')
  await page.goto(`${product.origin}/identity/account/email`)
  await expectAccessible(page)
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Current password').fill('three loud words')
  await page.getByRole('button', { name: 'Send a link to the new address' }).click()
  await page.getByRole('alert').getByText('The current password is incorrect.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Send a link to the new address' }).click()
  await page.getByRole('status').getByText(email).waitFor()
  await expectAccessible(page)

  const link = await waitForMailedLink(product.dataDir, email, 'change-email')
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByRole('heading', { name: 'Your email has been changed' }).waitFor()
  await expectAccessible(page)
  await page.goto(`${product.origin}/documents`)
  await signOut(page)
  await signIn(page, product.origin, { ...account, email })
  await page.goto(`${product.origin}/profile`)
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
})
