import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { rowWith } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

journey('details of a teacher and a student are saved and shown on the report', async ({ page, product }) => {
  await registerTeacher(page, product.origin, { at: '/profile' })
  await page.getByLabel('About you').fill('I teach poetry.')
  await page.getByLabel('How did you hear about Penmark?').fill('A colleague')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('About you').inputValue()).toBe('I teach poetry.')
  expect(await page.getByLabel('How did you hear about Penmark?').inputValue()).toBe('A colleague')

  await page.goto(`${product.origin}/students?add=true`)
  await page.getByLabel('First name').fill('Ida')
  await page.getByLabel('Last name').fill('Holm')
  await page.getByLabel('Year group').fill('Year 10')
  await page.getByRole('button', { name: 'Add student' }).click()
  await page.getByText('Student added.').waitFor()

  await page.goto(`${product.origin}/documents`)
  await page.getByRole('button', { name: 'Paste Text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste Text for AI Detection' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Noticing things')
  await dialog.getByRole('combobox', { name: 'Student (optional)' }).click()
  await page.getByRole('option', { name: 'Ida Holm' }).click()
  await dialog.getByRole('textbox', { name: 'Text' }).fill(essay)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Detect AI' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = await rowWith(page, 'Noticing things', 'Completed')
  await row.getByText('Ida Holm').waitFor()
  await row.getByRole('link', { name: /^Noticing things/ }).click()
  await page.waitForURL('**/report*')
  await page.getByText('Year 10').first().waitFor()

  await page.goto(`${product.origin}/analytics`)
  await page
    .getByRole('link', { name: /Noticing things/ })
    .first()
    .click()
  await page.waitForURL('**/report?from=analytics')
  await page.locator('main a[href="/analytics"]').first().click()
  await page.waitForURL('**/analytics')
})

journey(
  'a signed-in teacher sees the public prices, and a plan links to their own plans page',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/pricing' })
    await page.getByLabel('Show prices in').selectOption('USD')
    await page.getByText('US$10').waitFor()
    expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toMatch(
      /^mailto:support@/,
    )
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await page.waitForURL('**/subscriptions')
    await page.getByRole('heading', { name: 'Subscriptions' }).waitFor()
  },
)

journey(
  'a list saved by a French spreadsheet is read as its teacher says, and an invalid row is left out and shown',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/bulk-upload' })
    const lines = [
      'Firstname;Lastname;Email Address;External ID;Descriptor;Assign to Class',
      'Zoé;Lefèvre;;;"EAL; front row";',
      'Bo;Lund',
    ]
    await page.locator('input[type=file]').setInputFiles({
      name: 'liste.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
    })
    await page.getByRole('radio', { name: /Zoé;Lefèvre/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Read it like this' }).click()
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    await page.getByText('The row has 2 values instead of 6.').waitFor()
    await expectAccessible(page)
    await page.goto(`${product.origin}/students`)
    await page.getByRole('link', { name: 'Zoé Lefèvre' }).click()
    await page.getByText('EAL; front row').waitFor()
  },
)
