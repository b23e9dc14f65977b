import type { Page } from 'playwright'
import { expect } from 'vitest'
import { ChunkedStorage } from '../../../../apps/web/src/lib/session/chunked-storage.ts'
import { userKeyPrefix } from '../../../../apps/web/src/lib/session/user-key.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { rowWith } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

/** Ages the stored token, so that it must be renewed. Writes as the product does: the index after its chunks. */
async function ageToken(page: Page): Promise<void> {
  const values = new Map(await page.evaluate(() => Object.entries(localStorage) as [string, string][]))
  const written: [name: string, value: string | null][] = []
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => {
      values.set(name, value)
      written.push([name, value])
    },
    removeItem: (name: string) => {
      values.delete(name)
      written.push([name, null])
    },
  } as unknown as Storage
  const key = [...values.keys()].find((name) => name.startsWith(userKeyPrefix)) ?? ''
  const chunked = new ChunkedStorage(storage)
  const user = JSON.parse(chunked.getItem(key) ?? '{}') as object
  chunked.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
  await page.evaluate((changes) => {
    for (const [name, value] of changes) {
      if (value === null) localStorage.removeItem(name)
      else localStorage.setItem(name, value)
    }
  }, written)
}

journey('a session that expires while a text is pasted loses nothing', async ({ page, product, watch }) => {
  watch.expect(/400.*\/token/)
  await registerTeacher(page, product.origin)
  await page.goto(`${product.origin}/documents`)
  await page.getByRole('button', { name: 'Paste Text' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste Text for AI Detection' })
  await paste.getByRole('textbox', { name: 'Text' }).fill(essay)
  const second = await page.context().newPage()
  await second.goto(`${product.origin}/documents`)
  await second.getByRole('searchbox').fill('in the other tab')
  // As a provider answers that has ended the session.
  await page
    .context()
    .route('**/oauth2/token', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' }),
    )
  // The first tab that renews the token finds the session ended, and says so to the other.
  await ageToken(page)
  const expired = page.getByRole('dialog', { name: 'You were signed out' })
  await expired.waitFor()
  // Neither the keyboard nor a click beside the words reaches the page below.
  await page.mouse.click(20, 20)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => expired.isVisible()).toBe(true)
  const expiredToo = second.getByRole('dialog', { name: 'You were signed out' })
  await expiredToo.waitFor()
  await page.context().unroute('**/oauth2/token')

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    expired.getByRole('button', { name: 'Sign in again' }).click(),
  ])
  if (!tab.isClosed()) await tab.waitForEvent('close', { timeout: 60_000 })
  await expired.waitFor({ state: 'hidden' })
  await expiredToo.waitFor({ state: 'hidden' })
  expect(await second.getByRole('searchbox').inputValue()).toBe('in the other tab')
  await expect.poll(() => paste.getByRole('textbox', { name: 'Text' }).inputValue()).toBe(essay)
  await paste.getByRole('button', { name: 'Detect AI' }).click()
  await paste.waitFor({ state: 'hidden' })
  await rowWith(page, /Pasted|Town|Text/i, 'Completed')
})
