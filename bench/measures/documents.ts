import type { Browser, Page } from 'playwright'
import { uploadLimits } from '../../packages/contract/src/index.ts'
import type { Product } from '../../tests/e2e/product/product.ts'
import { type Account, signIn } from '../../tests/e2e/steps/account.ts'
import { type Caller, callerOf, waitUntilCompleted } from '../../tests/e2e/steps/calls.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'
import { secondsToOpen, watchReadiness } from './readiness.ts'

const batchWords = 500
const rowsToScroll = 10_000
const firstLoads = ['/', '/dashboard', '/documents', '/classes', '/students'] as const

/** The documents page of a teacher with 10,000 documents, and the script of each page's first load. */
export async function measureDocuments(
  browser: Browser,
  product: Product,
  account: Account,
): Promise<Figure[]> {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await signIn(page, product.origin, account)
  const figures = [await measureFirstPage(page, product.origin), await measureScroll(page)]
  const caller = await callerOf(page, product.origin)
  await page.goto('about:blank')
  figures.push(...(await measureBatch(caller)))
  for (const path of firstLoads) figures.push(await measureScript(browser, page, product.origin, path))
  return figures
}

/** From requesting the page until the table reacts to a click. */
async function measureFirstPage(page: Page, origin: string): Promise<Figure> {
  await watchReadiness(page)
  const times: number[] = []
  for (let i = 0; i < 5; i += 1) {
    await page.goto('about:blank')
    times.push(
      await secondsToOpen(page, `${origin}/documents`, [
        { selector: 'input[aria-label^="Select "][aria-label$=".txt"]' },
      ]),
    )
  }
  return {
    name: 'documents page with 10,000 documents, first page usable',
    value: median(times),
    unit: 's',
    n: times.length,
    target: 0.6,
    better: 'lower',
  }
}

/** Scrolls through all documents as fast as they load, measuring how long a key press would wait. */
async function measureScroll(page: Page): Promise<Figure> {
  const waits = await page.evaluate(async (rows) => {
    const waited: number[] = []
    let last = 0
    const began = performance.now()
    while (last < rows && performance.now() - began < 180_000) {
      window.scrollBy(0, 900)
      const asked = performance.now()
      // Delay of a click or a key press.
      await new Promise((resolve) => setTimeout(resolve))
      waited.push(performance.now() - asked)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      for (const row of document.querySelectorAll('tbody tr[aria-rowindex]'))
        last = Math.max(last, Number(row.getAttribute('aria-rowindex')))
    }
    if (last < rows) throw new Error(`Only ${last} rows became visible.`)
    return waited
  }, rowsToScroll)
  return {
    name: 'scrolling through 10,000 documents, longest wait of a key press',
    value: Math.max(...waits),
    unit: 'ms',
    n: waits.length,
    target: 200,
    better: 'lower',
  }
}

async function measureBatch(caller: Caller): Promise<Figure[]> {
  const form = new FormData()
  for (let i = 0; i < uploadLimits.filesPerBatch; i += 1)
    form.append('files', new Blob([textOf(batchWords, i)], { type: 'text/plain' }), `batch-${i}.txt`)
  const started = performance.now()
  const response = await caller.send('/documents/batch', form)
  const accepted = (performance.now() - started) / 1_000
  if (response.status !== 201)
    throw new Error(`The batch answered ${response.status}: ${await response.text()}`)
  const { document_ids } = (await response.json()) as { document_ids: string[] }
  for (const id of document_ids) await waitUntilCompleted(caller, id)
  const completed = (performance.now() - started) / 1_000
  return [
    { name: 'batch of 50 texts accepted', value: accepted, unit: 's', n: 1, target: 3, better: 'lower' },
    { name: 'batch of 50 texts completed', value: completed, unit: 's', n: 1, target: 20, better: 'lower' },
  ]
}

/** Compressed script sent to a browser with an empty cache. */
async function measureScript(
  browser: Browser,
  signedIn: Page,
  origin: string,
  path: string,
): Promise<Figure> {
  const storageState = path === '/' ? undefined : await signedIn.context().storageState()
  const context = await browser.newContext({ locale: 'en-GB', ...(storageState ? { storageState } : {}) })
  try {
    const page = await context.newPage()
    let bytes = 0
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.goto(`${origin}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    return {
      name: `script of ${path} at first load, as sent`,
      value: bytes / 1_000,
      unit: 'kB',
      n: 1,
      target: path === '/' ? 100 : 200,
      better: 'lower',
    }
  } finally {
    await context.close()
  }
}
