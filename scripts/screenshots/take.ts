import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WritingRecordPage, WritingSubmissionView } from '@penmark/contract'
import type { Locator, Page } from 'playwright'
import { languageStorageKey, languages } from '../../apps/web/src/lib/i18n/languages.ts'
import { findChromium } from '../../tests/e2e/browser/find.ts'
import { launchChromium } from '../../tests/e2e/browser/launch.ts'
import { openProduct } from '../../tests/e2e/product/product.ts'
import { registerTeacher } from '../../tests/e2e/steps/account.ts'
import { type Caller, callerOf } from '../../tests/e2e/steps/calls.ts'
import { createSampleClass, type SampleClass } from './sample-class.ts'

/**
 * `npm run generate -- screenshots`: takes the screenshots of the README and of the public pages, in each
 * language, of the real product.
 */
const folder = join(import.meta.dirname, '../../docs/screenshots')
const examples = join(import.meta.dirname, '../../apps/web/public/examples')
const largestBytes = 300_000
/**
 * Of the pictures on the public pages, in CSS pixels (apps/web/src/features/public/site/picture/picture.tsx).
 */
const size = { width: 720, height: 450 }
const margin = 16

const chromium = findChromium()
if (chromium === null) throw new Error('The screenshots need a Chromium. Install one or set CHROMIUM_PATH.')
const product = await openProduct({ LOG_LEVEL: 'error' })
const browser = await launchChromium(chromium)
let caller: Caller

async function store(name: string, picture: Buffer): Promise<void> {
  const path = join(folder, name)
  if (picture.length > largestBytes)
    throw new Error(`${name} has ${picture.length} bytes, more than ${largestBytes}.`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
  process.stdout.write(`${name}, ${Math.round(picture.length / 1_000)} kB\n`)
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  for (const toast of await page.getByRole('alert').all()) await toast.waitFor({ state: 'detached' })
}

/** The record that the public example shows. */
async function storeExample(submission_id: string): Promise<void> {
  const { summary } = await caller.get<WritingSubmissionView>(`/writing-submissions/${submission_id}`)
  const { entries, received, total } = await caller.get<WritingRecordPage>(
    `/writing-submissions/${submission_id}/record`,
  )
  if (entries.length < total) throw new Error('The example has more entries than one page of a record.')
  await mkdir(examples, { recursive: true })
  await writeFile(join(examples, 'writing.json'), `${JSON.stringify({ summary, entries, received })}\n`)
}

/** The whole window, for the README. */
async function takeWindow(page: Page, name: string): Promise<void> {
  await settle(page)
  await store(`${name}.png`, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
}

/**
 * The part of a page that begins a little above an element, as a WebP image in twice the resolution. On a
 * window with a sidebar it is what stands beside that, made smaller.
 */
async function takePart(page: Page, begin: Locator, name: string): Promise<void> {
  await begin.first().waitFor()
  await settle(page)
  const { x, y } = await begin.first().evaluate((element) => {
    const left = element.closest('main')?.getBoundingClientRect().left ?? 0
    return { x: Math.max(0, left), y: element.getBoundingClientRect().top + window.scrollY }
  })
  const width = (page.viewportSize()?.width ?? size.width) - x
  const scale = size.width / width
  const session = await page.context().newCDPSession(page)
  const clip = { x, y: Math.max(0, y - margin), width, height: size.height / scale, scale }
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 82,
    clip,
    captureBeyondViewport: true,
  })
  await store(name, Buffer.from(data, 'base64'))
}

interface Part {
  name: string
  open: (page: Page, sample: SampleClass, locale: string) => Promise<unknown>
  /** Where the picture begins. */
  begin: string
  /** Of the window, by default that of the picture. */
  width?: number
}

/** The pages of the product that the public pages show. */
const parts: Part[] = [
  {
    name: 'class',
    open: (page, { class_group_id }) => page.goto(`${product.origin}/classes/view/${class_group_id}`),
    begin: 'main section',
  },
  {
    name: 'report',
    open: (page, { document_id }) => page.goto(`${product.origin}/documents/${document_id}/report`),
    begin: 'main section',
  },
  {
    name: 'replay',
    open: (page, { submission_id }) => page.goto(`${product.origin}/writing/submissions/${submission_id}`),
    begin: 'main section:has(figure) h2',
  },
  {
    name: 'passages',
    async open(page, { class_group_id }) {
      await page.goto(`${product.origin}/classes/${class_group_id}/shared-passages`)
      await page.locator('a[href*="/shared-passages/"]').first().click()
    },
    begin: 'main section',
    width: 1_180,
  },
  {
    name: 'reply',
    async open(page, { case_id }, language) {
      const links = await caller.post(`/cases/${case_id}/student-page/links`, { language, days: 14 })
      await page.goto(((await links.json()) as { url: string }).url)
      await page.getByRole('button').first().click()
      await page.locator('textarea').first().waitFor()
    },
    begin: 'h1',
  },
]

try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await registerTeacher(page, product.origin)
  caller = await callerOf(page, product.origin)
  const sample = await createSampleClass(page, caller, product.origin)
  await page.goto(`${product.origin}/dashboard`)
  await page
    .getByRole('link', { name: /^Read the report of/ })
    .first()
    .waitFor()
  await takeWindow(page, 'dashboard')
  await page.goto(`${product.origin}/documents/${sample.document_id}/report`)
  await page
    .getByRole('heading', { name: /reads? like AI writing|not enough to say|Nothing here stands out/ })
    .waitFor()
  await takeWindow(page, 'report')

  await storeExample(sample.submission_id)
  const storageState = await context.storageState()
  for (const locale of languages) {
    const own = await browser.newContext({
      viewport: { width: size.width, height: 900 },
      deviceScaleFactor: 2,
      locale,
      reducedMotion: 'reduce',
      storageState,
    })
    await own.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      languageStorageKey,
      locale,
    ] as const)
    const shown = await own.newPage()
    for (const { name, open, begin, width } of parts) {
      await shown.setViewportSize({ width: width ?? size.width, height: 900 })
      await open(shown, sample, locale)
      await takePart(shown, shown.locator(begin), `site/${locale}/${name}.webp`)
    }
    await own.close()
  }
} finally {
  await browser.close()
  await product.remove()
}
