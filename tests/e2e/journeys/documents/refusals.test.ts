import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { pasteText, rowWith, uploadFile } from '../../steps/documents.ts'
import { fixture } from '../../steps/texts.ts'

const journey = sharedJourneys()

journey(
  'files that cannot be read show a clear explanation, and can be deleted',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/documents' })

    await uploadFile(page, fixture('bad-encrypted.pdf'))
    await rowWith(page, 'bad-encrypted.pdf', 'Error')
    expect(await page.locator('main').innerText()).toContain('protected with a password')

    await uploadFile(page, fixture('bad-scanned.pdf'))
    await rowWith(page, 'bad-scanned.pdf', 'Error')
    await expectAccessible(page)

    const row = await rowWith(page, 'bad-encrypted.pdf', 'Error')
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.reload()
    await rowWith(page, 'bad-scanned.pdf', 'Error')
    expect(await page.getByText('bad-encrypted.pdf').count()).toBe(0)
  },
)

journey('a picture named as a PDF shows that it is a picture', async ({ page, product }) => {
  await registerTeacher(page, product.origin, { at: '/documents' })
  const picture = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000', 'latin1')
  await uploadFile(page, { name: 'holiday.pdf', mimeType: 'application/pdf', buffer: picture })
  await rowWith(page, 'holiday.pdf', 'Error')
  await page
    .getByText(/This is a picture/)
    .first()
    .waitFor()
})

journey(
  'a text that is too short gets no score, only the number of words needed',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    await pasteText(page, 'These are far too few words.')
    const row = page.getByRole('row').filter({ hasText: 'Completed' }).first()
    await row.waitFor({ timeout: 120_000 })
    await row
      .getByRole('link', { name: /^View report/ })
      .first()
      .click()
    await page.getByText('Not enough text to judge').first().waitFor()
    const text = await page.locator('main').innerText()
    expect(text).toMatch(/needs at least \d+/)
    expect(text).not.toContain('Human Written')
  },
)
