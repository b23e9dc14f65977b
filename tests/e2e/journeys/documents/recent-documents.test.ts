import { expect } from 'vitest'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { rowWith, uploadFile } from '../../steps/documents.ts'
import { essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

for (const locale of ['en-GB', 'fr-FR'])
  journey(
    `the date of a recent document stands on one line on a laptop, in ${locale}`,
    async ({ page, product }) => {
      await registerTeacher(page, product.origin)
      await uploadFile(page, essayFile('bakery.txt'))
      await rowWith(page, 'bakery.txt', 'Completed')
      await page.evaluate((chosen) => localStorage.setItem('penmark.locale', chosen), locale)
      await page.goto(`${product.origin}/dashboard`)
      const lines = await page
        .getByRole('row')
        .filter({ hasText: 'bakery.txt' })
        .locator('td')
        .nth(1)
        .locator('span')
        .evaluate(
          (date) =>
            date.getClientRects().length *
            Math.round(date.offsetHeight / Number.parseFloat(getComputedStyle(date).lineHeight)),
        )
      expect(lines).toBe(1)
    },
    { viewport: { width: 1280, height: 800 } },
  )
