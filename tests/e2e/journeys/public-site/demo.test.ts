import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { answerSum, readSum, submitDemo } from '../../steps/demo.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

journey(
  'a visitor uses the demo after solving a sum, and is then locked out for a day',
  async ({ page, product }) => {
    await page.goto(product.origin)
    await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
    await page.getByLabel('Your text').waitFor()
    await expectAccessible(page)
    await submitDemo(page)
    const result = await readSum(page)
    await expectAccessible(page)
    await answerSum(page, result + 1)
    await page.getByText('Incorrect answer. 2 attempts remaining.').waitFor()
    await expectAccessible(page)
    await page.getByText('Incorrect answer. 2 attempts remaining.').waitFor({ state: 'detached' })
    await answerSum(page, await readSum(page))
    await page.getByText('AI Probability').waitFor()
    await page.getByText(/students’ essays, reports and reflections of this length/).waitFor()
    await page.getByText('View Detailed Analysis').click()
    await page.getByText('Sign up to see the score and the reasons').waitFor()
    expect(await page.locator('details ol').textContent()).toBe('')
    await expectAccessible(page)

    await page.reload()
    await page.getByText('Demo Limit Reached').waitFor()
    expect(await page.getByRole('button', { name: 'Detect AI' }).count()).toBe(0)
    await expectAccessible(page)
    await page.evaluate(
      (day) => localStorage.setItem('penmark.demo-timestamp', String(Date.now() - day)),
      24 * 60 * 60 * 1_000,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Detect AI' }).waitFor()
  },
)

journey(
  'a visitor on a phone asks for the automatic check, whose proof is accepted once',
  async ({ page, product }) => {
    await page.goto(product.origin)
    await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
    const verified = page.waitForResponse((response) => response.url().endsWith('/verify-recaptcha'))
    await submitDemo(page)
    await page.getByRole('button', { name: 'Check automatically instead' }).click()
    await page.getByText(/nothing is loaded from anyone else/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Allow analytics cookies and check automatically' }).click()
    const { proof } = (await (await verified).json()) as { proof: string }
    await page.getByText('AI Probability').waitFor()
    const form = new FormData()
    form.set('text', essay)
    form.set('proof', proof)
    const replayed = await fetch(`${product.origin}/api/v1/documents/quick-detect`, {
      method: 'POST',
      body: form,
    })
    expect([replayed.status, await replayed.text()]).toEqual([
      expect.any(Number),
      expect.not.stringContaining('score'),
    ])
    expect(replayed.ok).toBe(false)
  },
  { viewport: narrow, isMobile: true, hasTouch: true },
)

journey(
  'a visitor who allows analytics cookies uses the demo without a question',
  async ({ page, product }) => {
    await page.goto(product.origin)
    await page.getByRole('button', { name: 'Accept All' }).click()
    await submitDemo(page)
    await page.getByText('AI Probability').waitFor()
  },
)

for (const { name, link, says } of [
  {
    name: 'a student’s',
    link: 'the report on an essay by Jane Austen, aged fifteen',
    says: 'Nothing here stands out',
  },
  { name: 'an AI’s', link: 'See an example report', says: /reads? like AI writing/ },
]) {
  journey(
    `a visitor reads the whole report of ${name} essay without signing in`,
    async ({ page, product }) => {
      await page.goto(product.origin)
      await page.getByRole('button', { name: 'Reject Optional', exact: true }).click()
      await page.getByRole('link', { name: link }).click()
      await page.waitForURL('**/examples/*')
      await page.getByRole('heading', { name: says }).waitFor()
      await page.getByRole('heading', { name: 'Text', exact: true }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Sign up free' }).first().click()
      await page.getByRole('button', { name: 'Create account' }).waitFor()
    },
  )
}
