import type { Browser, Page } from 'playwright'
import { openProduct, type Product } from '../e2e/product/product.ts'
import { registerThroughForms, signIn } from '../e2e/steps/account.ts'
import { openReport, pasteText, rowWith, uploadFile } from '../e2e/steps/documents.ts'
import { essay, essayFile, fixture } from '../e2e/steps/texts.ts'

const files = [
  { name: 'office-essay.pdf', file: fixture('office-essay.pdf'), word: 'harbour' },
  { name: 'office-essay.docx', file: fixture('office-essay.docx'), word: 'harbour' },
  { name: 'bakery.txt', file: essayFile('bakery.txt'), word: 'bakery' },
]
const documents = files.length + 1

/** A product in a folder, the Node that runs it, and its program if that is not the repository's. */
export interface Installed {
  node: string
  project: string
  program?: string
}

/**
 * What a teacher does with an installed product: registers, uploads each kind of file, pastes a text, reads
 * the reports, and finds all of it again after a restart. Returns how long a start without a build took, in
 * seconds.
 */
export async function runJourney(
  browser: Browser,
  installed: Installed,
  signal: AbortSignal,
): Promise<number> {
  // The first start from the repository builds the server with this Node.
  const product = await openProduct({ LOG_LEVEL: 'error' }, { ...installed, signal })
  let page: Page | null = null
  try {
    page = await newPage(browser)
    const account = await registerThroughForms(page, product.origin)
    for (const { name, file, word } of files) {
      await uploadFile(page, file)
      await readReport(page, product, name, word)
    }
    await pasteText(page, essay)
    await page.goto(`${product.origin}/documents`)
    await untilAllCompleted(page)

    await page.context().close()
    await product.stop()
    const started = performance.now()
    await product.start()
    const startSeconds = (performance.now() - started) / 1_000

    page = await newPage(browser)
    await signIn(page, product.origin, account)
    for (const { name, word } of files) await readReport(page, product, name, word)
    await page.goto(`${product.origin}/documents`)
    await untilAllCompleted(page)
    return startSeconds
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}\nThe page was ${page?.url() ?? 'not open'}\n${product.output()}`, {
      cause: error,
    })
  } finally {
    await page?.context().close()
    await product.remove()
  }
}

export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  return page
}

async function readReport(page: Page, product: Product, name: string, word: string): Promise<void> {
  await rowWith(page, name, 'Completed')
  await openReport(page, name)
  await page
    .getByRole('heading', {
      name: /reads? like AI writing|not enough to say|Nothing here stands out|not scored/,
    })
    .waitFor()
  await page.locator('main').getByText(word).first().waitFor()
  await page.goto(`${product.origin}/dashboard`)
}

async function untilAllCompleted(page: Page): Promise<void> {
  const rows = page.getByRole('row').filter({ hasText: 'Completed' })
  await rows.nth(documents - 1).waitFor({ timeout: 120_000 })
}
