import type { Page } from 'playwright'
import { essay } from './texts.ts'

/** Pastes an essay into the demo and submits it. The human check follows. */
export async function submitDemo(page: Page, text = essay): Promise<void> {
  await page.getByLabel('Your text').fill(text)
  await page.getByRole('button', { name: 'Detect AI' }).click()
}

/** Reads the sum of the human check and returns its result. */
export async function readSum(page: Page): Promise<number> {
  const question = await page.getByText(/^What is \d+ (plus|minus|times) \d+\?$/).textContent()
  const [, left = '', operator = '', right = ''] = /(\d+) (\w+) (\d+)/.exec(question ?? '') ?? []
  const results = {
    plus: Number(left) + Number(right),
    minus: Number(left) - Number(right),
    times: Number(left) * Number(right),
  }
  return results[operator as keyof typeof results]
}

export async function answerSum(page: Page, answer: number): Promise<void> {
  await page.getByPlaceholder('Your answer').fill(String(answer))
  await page.getByRole('button', { name: 'Verify' }).click()
}
