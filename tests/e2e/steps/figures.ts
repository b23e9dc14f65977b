import type { Page } from 'playwright'
import { expect } from 'vitest'

/** What one place says, by the names of its figures. */
export type Told = Record<string, number>

/** Every figure that a page shows with its name. Throws if the page itself shows two values of one name. */
export async function figuresOn(page: Page, address: string): Promise<Told> {
  await page.goto(address)
  await page.locator('[data-figure][data-value]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const shown = await page.locator('[data-figure][data-value]').evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.getAttribute('data-figure') ?? '',
      value: Number(element.getAttribute('data-value')),
      text: element.textContent ?? '',
    })),
  )
  const told: Told = {}
  for (const { name, value, text } of shown) {
    expect(text.replace(/[^\d]/g, ''), `${name} on ${address}: “${text}”`).toContain(value || '')
    expect(told[name] ?? value, `${name} twice on ${address}`).toBe(value)
    told[name] = value
  }
  return told
}
