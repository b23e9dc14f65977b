import type { Page } from 'playwright'
import { expect } from 'vitest'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'

const journey = sharedJourneys()

/** A smaller shift is not noticeable; the usual limit for "good" is 0.1. */
const unnoticed = 0.01

/**
 * The sum of the layout shifts since the page was opened, after its fonts have loaded and it was painted
 * again.
 */
function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const shifts: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    shifts.push(...observer.takeRecords())
    return shifts.reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)
  })
}

for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
  journey(
    `nothing on the public site moves at ${viewport.width} px while its fonts load`,
    async ({ page, product }) => {
      for (const path of ['/', '/pricing', '/technology']) {
        await page.goto(product.origin + path, { waitUntil: 'load' })
        expect(await shiftsOf(page), path).toBeLessThanOrEqual(unnoticed)
      }
    },
    { viewport },
  )
}

journey('nothing on the dashboard moves while its fonts load', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  await page.reload({ waitUntil: 'load' })
  await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
  expect(await shiftsOf(page)).toBeLessThanOrEqual(unnoticed)
})
