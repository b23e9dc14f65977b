import type { Locator, Page } from 'playwright'

/**
 * Something that shows that a page is usable: an element that a click would hit or that is below the window,
 * with this text if one is given.
 */
export interface Sign {
  selector: string
  text?: string
}

interface Watching {
  /** Milliseconds from the start of the page until it showed all signs and was free to react. */
  ready(signs: Sign[]): Promise<number>
}

/**
 * Lets pages say by themselves when they are usable. Playwright looks for an element only twice a second
 * after the first half second, so a time measured with it grows in steps of 500 ms, and each look takes time
 * from the page.
 */
export async function watchReadiness(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Methods instead of named functions, for which the transpiler would add a helper that does not exist in
    // the page.
    const watching = {
      shows({ selector, text }: Sign): boolean {
        return [...document.querySelectorAll(selector)].some((element) => {
          if (text !== undefined && !(element.textContent ?? '').includes(text)) return false
          const { x, y, width, height } = element.getBoundingClientRect()
          if (width === 0) return false
          const middle = y + height / 2
          if (middle > window.innerHeight) return true
          const hit = document.elementFromPoint(x + width / 2, middle)
          return hit !== null && (element.contains(hit) || hit.contains(element))
        })
      },
      async ready(signs: Sign[]): Promise<number> {
        while (!signs.every((sign) => watching.shows(sign)))
          await new Promise((resolve) => requestAnimationFrame(resolve))
        // A click would wait for what the page is still doing.
        await new Promise((resolve) => setTimeout(resolve))
        return performance.now()
      },
    }
    Object.assign(window, { watching })
  })
}

/** Seconds from requesting a page until it is usable. */
export async function secondsToOpen(page: Page, address: string, signs: Sign[]): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return (
    (await page.evaluate(
      (wanted) => (window as unknown as { watching: Watching }).watching.ready(wanted),
      signs,
    )) / 1_000
  )
}

/** Seconds from a click on a link of the application until the page that it opens is usable. */
export async function secondsToFollow(link: Locator, signs: Sign[]): Promise<number> {
  const milliseconds = await link.evaluate(async (element: HTMLElement, wanted) => {
    const started = performance.now()
    element.click()
    return (await (window as unknown as { watching: Watching }).watching.ready(wanted)) - started
  }, signs)
  return milliseconds / 1_000
}
