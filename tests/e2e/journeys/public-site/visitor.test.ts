import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerThroughForms } from '../../steps/account.ts'
import { waitForMail } from '../../steps/outbox.ts'

const journey = sharedJourneys()

journey('a visitor decides on cookies, and the decision is stored for a year', async ({ page, product }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== product.origin) foreign.push(request.url())
  })
  await page.goto(`${product.origin}/cookie-preferences`)
  await page.getByRole('button', { name: 'Customise Settings' }).click()
  await page.getByRole('button', { name: 'Save Preferences' }).waitFor()
  await expectAccessible(page)
  expect(await page.context().cookies()).toEqual([])
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: 'Accept All', exact: true }).click()
  await page.getByRole('button', { name: 'Accept All', exact: true }).waitFor({ state: 'detached' })
  const [record] = await page.context().cookies()
  expect(record).toMatchObject({ name: 'penmark.consent', sameSite: 'Lax', secure: false })
  expect(Math.round(((record?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000)).toBe(365)
  expect(JSON.parse(decodeURIComponent(record?.value ?? ''))).toMatchObject({
    version: '1.0',
    analytics: true,
    marketing: true,
  })

  await page
    .getByRole('region', { name: 'Current Consent Status' })
    .getByText('✓ Analytics: Enabled')
    .waitFor()
  await expectAccessible(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Clear All Preferences' }).click()
  await page.getByRole('button', { name: 'Customise Settings' }).waitFor()
  expect(await page.context().cookies()).toEqual([])
  await expectAccessible(page)
})

journey(
  'a visitor opens the example of a writing record from the home page and watches it grow',
  async ({ page, product }) => {
    await page.goto(product.origin)
    await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
    await page.getByRole('link', { name: 'the record of a text being written' }).click()
    await page
      .getByText(/^\d+ words in 1 session, \d+ minutes?; \d+% typed; 1 paste \(\d+ words\)$/)
      .waitFor()
    const text = page.getByRole('region', { name: 'The text at this moment' })
    await text.getByText('The harbour was the reason').waitFor()
    await expectAccessible(page)
    await page.getByRole('slider', { name: 'Moment of the record' }).press('Home')
    await expect.poll(() => text.innerText()).not.toContain('harbour')
    await page.getByRole('button', { name: 'Play' }).click()
    await text.getByText('The harbour').waitFor()
    await page.getByRole('link', { name: 'Read the report of an AI’s essay' }).click()
    await page.getByRole('heading', { level: 1, name: 'Example: an essay written by AI' }).waitFor()
  },
)

journey('a visitor writes to support, and the email is in the outbox', async ({ page, product }) => {
  await page.goto(`${product.origin}/support`)
  await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
  await page.getByLabel('Your Name').fill('Amara Osei')
  await page.getByLabel('Email Address').fill('amara@school.example')
  await page.getByLabel('Subject').fill('A plan for forty teachers')
  await page.getByLabel('Message').fill('Which plan suits the forty of us?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message Sent Successfully!').waitFor()
  await expectAccessible(page)
  expect(await waitForMail(product.dataDir, 'Which plan suits the forty of us?')).toContain(
    'amara@school.example',
  )
})

journey(
  'the support page recognises a signed-in teacher when opened directly',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    const account = await registerThroughForms(page, product.origin)
    await page.goto(`${product.origin}/support`)
    await expect.poll(() => page.getByLabel('Your Name').inputValue()).toBe('Amara Osei')
    expect(await page.getByLabel('Email Address').inputValue()).toBe(account.email)
    await page.reload()
    await expect.poll(() => page.getByLabel('Email Address').inputValue()).toBe(account.email)
    await page.getByLabel('Subject').fill('Thirty essays')
    await page.getByLabel('Message').fill('Can I send thirty essays at once?')
    await expectAccessible(page)
    const sent = page.waitForRequest('**/api/v1/support/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    expect((await sent).headers()).toHaveProperty('authorization')
    await page.getByText('Message Sent Successfully!').waitFor()
  },
)
