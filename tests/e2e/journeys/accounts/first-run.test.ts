import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { completeProfile, newAccount, register, registerThroughForms } from '../../steps/account.ts'

const journey = journeys({ SAMPLE_DOCUMENTS: 'on' }, { isFirstStart: true })

const samples = [
  { name: 'Sample – Jane Austen, aged fifteen.txt', says: 'Nothing here stands out' },
  { name: 'Sample – an AI’s essay.txt', says: /reads? like AI writing/ },
  { name: 'Sample – half Austen, half AI.txt', says: /^Part(s)? of this text/ },
]

journey(
  'a new teacher completes one short step, reads three sample reports, and removes the samples',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    await register(page, product.origin, newAccount())
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(2)
    expect(await page.getByText('Delete account').count()).toBe(0)
    await expectAccessible(page)
    await completeProfile(page)

    await page.getByText(/These samples show what a report looks like/).waitFor()
    const section = page.getByRole('region', { name: 'Samples' })
    for (const { name } of samples) await section.getByRole('link', { name }).waitFor({ timeout: 120_000 })
    await page.getByText('of 5,000 this month').waitFor()
    await expectAccessible(page)
    for (const { name, says } of samples) {
      await section.getByRole('link', { name }).click()
      await page.getByRole('heading', { name: says }).waitFor()
      await page.goto(`${product.origin}/dashboard`)
    }
    await page.goto(`${product.origin}/classes`)
    await page.getByText('Sample class').first().waitFor()

    await page.goto(`${product.origin}/documents`)
    await page.getByRole('button', { name: 'Remove the samples' }).click()
    await page.getByText('The samples and their class are gone.').waitFor()
    await page.getByText('You have no documents yet.', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.goto(`${product.origin}/profile`)
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await page.getByRole('button', { name: 'Delete account…' }).waitFor()
  },
)

journey(
  'a new teacher on a phone removes the samples',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    await registerThroughForms(page, product.origin)
    await page.getByText('Sample – half Austen, half AI.txt').waitFor()
    await expectAccessible(page)
    // The finding stands below the name, which would be cut off beside it in French.
    const finding = page.getByText('Part reads like AI').first()
    await finding.waitFor({ timeout: 120_000 })
    const name = await page.getByRole('link', { name: 'Sample – half Austen, half AI.txt' }).boundingBox()
    const below = await finding.boundingBox()
    expect(below?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1)
    await page.getByRole('button', { name: 'Remove the samples' }).click()
    await page.getByText('Nothing here yet.', { exact: false }).waitFor()
  },
  { viewport: narrow },
)
