import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright'

/** A fresh browser profile, in British English and without animations. */
export async function openContext(browser: Browser | null, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (browser === null) throw new Error('No browser runs.')
  return browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
}
