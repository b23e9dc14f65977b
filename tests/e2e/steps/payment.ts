import type { Page } from 'playwright'
import { callerOf } from './calls.ts'

/** Sets the words that the signed-in administrator has used in this cycle. */
export async function setWordsUsed(
  page: Page,
  origin: string,
  words_used_current_cycle: number,
): Promise<void> {
  const caller = await callerOf(page, origin)
  const { kinde_id } = await caller.get<{ kinde_id: string }>('/teachers/me')
  const response = await caller.put(`/admin/teachers/${encodeURIComponent(kinde_id)}/usage-limits`, {
    words_used_current_cycle,
  })
  if (!response.ok) throw new Error(`The words were not set: ${response.status} ${await response.text()}`)
}

/** From the subscriptions page to the page after the payment, through the test checkout. */
export async function payForPro(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/test-payment/checkout/**')
  await page.getByRole('button', { name: /^Pay £8\.00/ }).click()
  await page.waitForURL('**/payment/success?session_id=*')
}
