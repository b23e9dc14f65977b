import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { createAuthenticator } from '../../../../apps/server/src/services/identity/testing/authenticator.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { openContext } from '../../browser/context.ts'
import { journeys, narrow } from '../../journey.ts'
import { type Account, registerTeacher, registerThroughForms, signOut } from '../../steps/account.ts'
import { waitForMail } from '../../steps/outbox.ts'

const journey = journeys({ SECOND_STEP: 'administrators' })

const stepMs = 30_000
type Authenticator = ReturnType<typeof createAuthenticator>

/** On a desktop, on a phone, and on a phone in dark mode. */
async function expectFitting(page: Page): Promise<void> {
  const size = page.viewportSize()
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}

/** Sets up two-factor authentication on its open page. Ends on the recovery codes. */
async function setUp(page: Page, account: Account): Promise<Authenticator> {
  await page.getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await page.getByRole('img', { name: /QR code for an authenticator app/ }).waitFor()
  await expectFitting(page)
  const app = createAuthenticator(await page.content())
  await page.getByLabel('Code from the app').fill(app.codeAt(new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  return app
}

/** Signs in from the home page up to the password. */
async function givePassword(page: Page, origin: string, account: Account): Promise<void> {
  await page.goto(origin)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

journey(
  'an administrator must set up two-factor authentication; a teacher signs in with a code and a recovery code, and loses the phone',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    const head = await registerThroughForms(page, product.origin)
    await page.getByRole('navigation').getByRole('link', { name: 'Admin' }).click()
    await page.getByText('This installation requires two-factor authentication for administrators').waitFor()
    await expectFitting(page)
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
    await setUp(page, head)
    await page.goto(`${product.origin}/admin`)
    await page.getByRole('heading', { name: 'Manage Teachers' }).waitFor()

    const context = await openContext(page.context().browser())
    const other = await context.newPage()
    const teacher = await registerTeacher(other, product.origin, { at: '/profile' })
    await other.getByRole('link', { name: /turn on two-factor authentication/ }).click()
    await other.getByRole('link', { name: 'Two-factor authentication' }).click()
    await expectFitting(other)
    const app = await setUp(other, teacher)
    await expectFitting(other)
    const saving = other.waitForEvent('download')
    await other.getByRole('link', { name: 'Download as a text file' }).click()
    const file = await readFile(await (await saving).path(), 'utf8')
    const codes = file.split('\n').filter((line) => /^[a-z0-9]{5}-[a-z0-9]{5}$/.test(line))
    expect(codes).toHaveLength(10)
    expect(
      await other.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts(),
    ).toEqual(codes)
    await other.getByRole('link', { name: 'I have saved them' }).click()
    await other.getByText('You have 10 recovery codes left.').waitFor()
    await expectFitting(other)
    await waitForMail(product.dataDir, `To: ${teacher.email}`)
    await other.goto(`${product.origin}/dashboard`)
    await signOut(other)

    await givePassword(other, product.origin, teacher)
    await other.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await expectFitting(other)
    await other.getByLabel('Code from the app').fill(app.codeAt(new Date(Date.now() + stepMs)))
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL('**/dashboard')
    await signOut(other)

    await givePassword(other, product.origin, teacher)
    await other.getByRole('link', { name: 'Use a recovery code' }).click()
    await expectFitting(other)
    await other.getByLabel('Recovery code').fill(codes[0] ?? '')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL('**/dashboard')
    await waitForMail(product.dataDir, '9 codes are left')
    await signOut(other)

    await page.reload()
    const row = page.getByRole('row').filter({ hasText: teacher.email })
    await row.getByRole('button', { name: /^Turn off two-factor authentication for/ }).click()
    await expectFitting(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off two-factor authentication' }).click()
    await page.getByText('Two-factor authentication was turned off.').waitFor()
    await waitForMail(product.dataDir, 'An administrator turned off two-factor authentication')
    await page.goto(`${product.origin}/admin/audit`)
    await page
      .getByRole('row')
      .filter({ hasText: teacher.email })
      .getByText('Two-factor authentication turned off')
      .waitFor()
    await givePassword(other, product.origin, teacher)
    await other.waitForURL('**/dashboard')
  },
)
