import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** The minified build: half the size of the default one, so it loads into a page faster. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Waits for animations to finish, since a moving element may cover a button. Endless ones, such as spinners,
 * are ignored.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * Runs axe in the page. Its adapter for Playwright loads it anew for every check and opens a second page to
 * join the results of frames, which takes most of a second. Pages of the product have no frames.
 */
async function violationsOf(page: Page): Promise<string[]> {
  if (page.frames().length > 1)
    throw new Error(`${page.url()} has a frame, in which axe would have to run too.`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (tags) => {
    const loaded = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await loaded.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, wcag)
}

/** Fails if the page violates a WCAG 2.2 AA rule that a program can check, or scrolls horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  const violationsNow = async () => {
    await waitForAnimations(page)
    return violationsOf(page)
  }
  // A busy machine may still be laying the page out; a real violation stays.
  await expect
    .poll(violationsNow, { message: `accessibility of ${page.url()}`, timeout: 15_000, interval: 500 })
    .toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `horizontal scrolling of ${page.url()}`).toBeLessThanOrEqual(0)
}
