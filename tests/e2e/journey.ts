import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { unpackData } from '../releases/releases.ts'
import { openContext } from './browser/context.ts'
import { launchChromium } from './browser/launch.ts'
import { type Watch, watchPage } from './browser/watch.ts'
import { openProduct, type Product } from './product/product.ts'
import { type SharedProduct, sharedProduct } from './product/shared.ts'

/** Context of a journey: a fresh browser profile on the running product. */
export interface JourneyContext<Running = Product> {
  page: Page
  watch: Watch
  product: Running
}

const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }

interface JourneyOptions {
  /** The product makes its database itself. */
  isFirstStart?: boolean
  /** A release whose data folder the product starts on. */
  dataOf?: string
}

let launched: Promise<Browser> | null = null

/** The browser of this worker, which all its files use; Playwright ends it with the worker. */
async function browserOf(chromium: string): Promise<Browser> {
  const running = await launched?.catch(() => null)
  if (running?.isConnected()) return running
  launched = launchChromium(chromium)
  return launched
}

/** Starts one product for all journeys of a file. Returns the function that defines a journey. */
export function journeys(
  environment: NodeJS.ProcessEnv = {},
  { isFirstStart = false, dataOf }: JourneyOptions = {},
) {
  let released: string | null = null
  const template = async () => {
    if (dataOf === undefined) return isFirstStart ? null : inject('dataTemplate')
    released = await mkdtemp(join(tmpdir(), 'penmark-released-'))
    await unpackData(dataOf, released)
    return released
  }
  return journeysOn({
    open: async () => openProduct(environment, { template: await template() }),
    close: async (product) => {
      await product?.remove()
      if (released !== null) await rm(released, { recursive: true, force: true })
    },
  })
}

/**
 * As `journeys`, on a product with the default settings that many files use, one after another: for journeys
 * of visitors and teachers who register, since nobody sees anything of another teacher. Somebody else
 * administers it. They are skipped unless they are possible.
 */
export function sharedJourneys({ isPossible = true } = {}) {
  return journeysOn<SharedProduct>(
    { open: () => sharedProduct(inject('sharedProducts')), close: async () => {} },
    isPossible,
  )
}

interface Lifecycle<Running> {
  open(): Promise<Running>
  /** Null if it did not start. */
  close(product: Running | null): Promise<void>
}

function journeysOn<Running extends SharedProduct>({ open, close }: Lifecycle<Running>, isPossible = true) {
  const chromium = isPossible ? inject('chromium') : null
  let product: Running | null = null
  let browser: Browser | null = null

  beforeAll(async () => {
    if (chromium === null) return
    product = await open()
    browser = await browserOf(chromium)
  })
  afterAll(async () => {
    await close(product)
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })

  return (
    name: string,
    run: (context: JourneyContext<Running>) => Promise<void>,
    options: BrowserContextOptions = {},
  ) =>
    test.skipIf(chromium === null)(name, async () => {
      if (product === null || browser === null) throw new Error('The product is not running.')
      const browserContext = await openContext(browser, { viewport: wide, ...options })
      const page = await browserContext.newPage()
      page.setDefaultTimeout(90_000)
      const watch = watchPage(page, product.origin)
      try {
        await run({ page, watch, product })
      } catch (error) {
        throw withPageState(error, await describePage(page), watch.problems())
      }
      expect(watch.problems()).toEqual([])
    })
}

async function describePage(page: Page): Promise<string> {
  const snapshot = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch(() => 'nothing')
  return `${page.url()}\n${snapshot}`
}

function withPageState(error: unknown, state: string, problems: string[]): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error([message, `The page was ${state}`, ...problems].join('\n'), { cause: error })
}
