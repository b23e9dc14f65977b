import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { answerSum, readSum, submitDemo } from '../../steps/demo.ts'

const journey = journeys({ DEMO_PER_DAY: '1' })

journey(
  'a visitor whose network used up its demo attempts sees a message and keeps the text',
  async ({ page, product, watch }) => {
    watch.expect(/503/)
    await page.goto(product.origin)
    await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
    await submitDemo(page)
    await answerSum(page, await readSum(page))
    await page.getByText('AI Probability').waitFor()

    // The browser's own counter is only a courtesy; the server counts too.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await submitDemo(page)
    await answerSum(page, await readSum(page))
    await page.getByText('Too many requests came from your network. Please try again later.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Detect AI' }).waitFor()
  },
)
