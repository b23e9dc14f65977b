import type { Browser, Page, Request } from 'playwright'

/**
 * Bytes of script, as sent, that a browser with an empty cache fetches until the page has nothing left to
 * load.
 */
export async function scriptBytes(
  browser: Browser,
  signedIn: Page,
  origin: string,
  path: string,
): Promise<number> {
  const storageState = path === '/' ? undefined : await signedIn.context().storageState()
  const context = await browser.newContext({ locale: 'en-GB', ...(storageState ? { storageState } : {}) })
  try {
    const page = await context.newPage()
    const scripts: Request[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request)
    })
    await page.goto(`${origin}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // Small files carry no Content-Length.
    const sizes = await Promise.all(scripts.map(async (request) => (await request.sizes()).responseBodySize))
    return sizes.reduce((sum, size) => sum + size, 0)
  } finally {
    await context.close()
  }
}
