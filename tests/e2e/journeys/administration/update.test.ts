import { expect } from 'vitest'
import { journeys } from '../../journey.ts'
import { signIn } from '../../steps/account.ts'

const journey = journeys({}, { dataOf: '0.1.0' })

/** Who worked in the data that 0.1.0 left behind. */
const account = {
  email: 'amara.osei@school.example',
  password: 'quiet rivers bend slowly',
  givenName: 'Amara',
  familyName: 'Osei',
}

journey(
  'a teacher who registered with version 0.1.0 signs in after the update and finds every report unchanged',
  async ({ page, product }) => {
    await signIn(page, product.origin, account)
    await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
    await page.goto(`${product.origin}/documents`)
    const rows = page.getByRole('row').filter({ hasText: 'Completed' })
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('link', { name: 'office-essay.docx' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'AI Detection Report' }).waitFor()
    await page.locator('main').getByText('harbour').first().waitFor()
    await page.goto(`${product.origin}/classes`)
    await page.getByRole('link', { name: 'Year 9 English' }).first().waitFor()
  },
)
