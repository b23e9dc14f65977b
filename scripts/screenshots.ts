import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { findChromium } from '../tests/e2e/browser/find.ts'
import { launchChromium } from '../tests/e2e/browser/launch.ts'
import { openProduct } from '../tests/e2e/product/product.ts'
import { registerTeacher } from '../tests/e2e/steps/account.ts'
import { openReport, rowWith, uploadFile } from '../tests/e2e/steps/documents.ts'
import { submissions } from './screenshots/texts.ts'

/** `npm run screenshots`: takes the README's screenshots of the real product. */
const folder = join(import.meta.dirname, '../docs/screenshots')
const largestBytes = 300_000

const chromium = findChromium()
if (chromium === null) throw new Error('The screenshots need a Chromium. Install one or set CHROMIUM_PATH.')
const product = await openProduct({ LOG_LEVEL: 'error' })
const browser = await launchChromium(chromium)

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const path = join(folder, `${name}.png`)
  await writeFile(path, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  const { size } = await stat(path)
  if (size > largestBytes) throw new Error(`${name}.png has ${size} bytes, more than ${largestBytes}.`)
  process.stdout.write(`${name}.png, ${Math.round(size / 1_000)} kB\n`)
}

/** Toasts would cover the page. */
async function untilQuiet(page: Page): Promise<void> {
  await page.getByRole('alert').first().waitFor({ state: 'detached' })
}

try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await registerTeacher(page, product.origin)
  for (const { name, text } of submissions) {
    await uploadFile(page, { name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await rowWith(page, name, 'Completed')
  }
  await page.reload()
  await rowWith(page, 'essay-school-uniforms.txt', 'Completed')
  await untilQuiet(page)
  await take(page, 'dashboard')

  await page.goto(`${product.origin}/documents`)
  await rowWith(page, 'essay-school-uniforms.txt', 'Completed')
  await take(page, 'documents')

  await openReport(page, 'essay-school-uniforms.txt')
  await page.getByRole('heading', { name: /reads? like AI writing|not enough to say|Nothing here stands out/ }).waitFor()
  await take(page, 'report')

  await page.setViewportSize({ width: 390, height: 844 })
  await take(page, 'report-narrow')
} finally {
  await browser.close()
  await product.remove()
}
