import { expect } from 'vitest'
import { expectAccessible, journeys } from '../journey.ts'
import { mailThatSays } from '../steps/outbox.ts'

const journey = journeys()

journey('a visitor decides on cookies, and the record says so for a year', async ({ page, product }) => {
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
  expect(JSON.parse(decodeURIComponent(record?.value ?? ''))).toMatchObject({ version: '1.0', analytics: true, marketing: true })

  await page.getByRole('region', { name: 'Current Consent Status' }).getByText('✓ Analytics: Enabled').waitFor()
  await expectAccessible(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Clear All Preferences' }).click()
  await page.getByRole('button', { name: 'Customise Settings' }).waitFor()
  expect(await page.context().cookies()).toEqual([])
  await expectAccessible(page)
})

journey('a visitor writes to support, and the mail lies in the outbox', async ({ page, product }) => {
  await page.goto(`${product.origin}/support`)
  await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
  await page.getByLabel('Your Name').fill('Amara Osei')
  await page.getByLabel('Email Address').fill('amara@school.example')
  await page.getByLabel('Subject').fill('A plan for forty teachers')
  await page.getByLabel('Message').fill('Which plan suits the forty of us?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Message Sent Successfully!').waitFor()
  await expectAccessible(page)
  expect(await mailThatSays(product.dataDir, 'Which plan suits the forty of us?')).toContain('amara@school.example')
})
