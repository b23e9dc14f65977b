import type { Browser, Page } from 'playwright'
import { openProduct } from '../../tests/e2e/product/product.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

/** Chromium's "slow 4G" preset: bits per second and milliseconds. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
const slowerProcessor = 4
const visits = 5

const oneByOne = 20
const together = 1_000
const atATime = 16
const proofsOfOneNetwork = 100

/** The home page on a slow phone, and the demo used by anonymous visitors from many networks. */
export async function measurePublicSite(
  browser: Browser,
  announce: (what: string) => void,
): Promise<Figure[]> {
  const product = await openProduct({ LOG_LEVEL: 'error', DEMO_PER_DAY: '1000000', TRUST_PROXY: 'true' })
  try {
    announce('home page on a slow phone')
    const figures = await measureHome(browser, product.origin)
    announce('demo')
    return [...figures, ...(await measureDemo(product.origin))]
  } finally {
    await product.remove()
  }
}

async function measureHome(browser: Browser, origin: string): Promise<Figure[]> {
  const paints: number[] = []
  const shifts: number[] = []
  for (let i = 0; i < visits; i += 1) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      locale: 'en-GB',
    })
    try {
      const page = await context.newPage()
      const { paint, shift } = await visitSlowly(page, origin)
      paints.push(paint)
      shifts.push(shift)
    } finally {
      await context.close()
    }
  }
  const name = 'home page on a phone, slow 4G, a quarter of the processor'
  return [
    {
      name: `${name}: largest paint`,
      value: median(paints) / 1_000,
      unit: 's',
      n: visits,
      target: 1.5,
      better: 'lower',
    },
    {
      name: `${name}: layout shift`,
      value: median(shifts),
      unit: 'CLS',
      n: visits,
      target: 0.05,
      better: 'lower',
    },
  ]
}

/**
 * Largest contentful paint in milliseconds, and cumulative layout shift until the page is hydrated and asks
 * about cookies.
 */
async function visitSlowly(page: Page, origin: string): Promise<{ paint: number; shift: number }> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', slow4G)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  await page.goto(origin)
  await page.getByRole('button', { name: 'Accept All', exact: true }).waitFor()
  return page.evaluate(async () => {
    const seen: { largest: number; shift: number } = { largest: 0, shift: 0 }
    // No named functions here: the transpiler would add a helper that does not exist in the page.
    for (const type of ['largest-contentful-paint', 'layout-shift']) {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.entryType === 'layout-shift') seen.shift += Number(Reflect.get(entry, 'value'))
          else seen.largest = entry.startTime
        }
      }).observe({ type, buffered: true })
    }
    // Buffered entries are delivered in a separate task.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return { paint: seen.largest, shift: seen.shift }
  })
}

async function measureDemo(origin: string): Promise<Figure[]> {
  const proofs: string[] = []
  for (let i = 0; i < oneByOne + together; i += 1) proofs.push(await proofFrom(origin, networkOf(i)))
  // Made before: client and product share the machine, and only the product's work should count.
  const texts = Array.from({ length: together }, (_, nth) => textOf(500, nth))
  const times: number[] = []
  for (let i = 0; i < oneByOne; i += 1) {
    const started = performance.now()
    await detect(origin, proofs[i] ?? '', texts[i] ?? '', i)
    times.push(performance.now() - started)
  }
  const waiting = proofs.slice(oneByOne)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atATime }, async (_, lane) => {
      for (let i = lane; i < waiting.length; i += atATime)
        await detect(origin, waiting[i] ?? '', texts[i] ?? '', i)
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  return [
    {
      name: 'demo, 500 words to result after the check',
      value: median(times),
      unit: 'ms',
      n: oneByOne,
      target: 500,
      better: 'lower',
    },
    {
      name: 'anonymous detections of 500 words',
      value: together / seconds,
      unit: 'documents/s',
      n: together,
      target: 200,
      better: 'higher',
    },
  ]
}

/** Visitors from many networks, because a single network may not pass that many checks. */
const networkOf = (visitor: number) => `198.51.100.${Math.floor(visitor / proofsOfOneNetwork)}`

/** Passes the human check with a sum. */
async function proofFrom(origin: string, network: string): Promise<string> {
  const post = async <T>(path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const { problem, left, operator, right } = await post<{
    problem: string
    left: number
    operator: string
    right: number
  }>('/human-check/sums', {})
  const answer = operator === 'plus' ? left + right : operator === 'minus' ? left - right : left * right
  const { proof } = await post<{ proof: string | null }>('/human-check/sums/answer', { problem, answer })
  if (proof === null) throw new Error('The sum was wrong.')
  return proof
}

async function detect(origin: string, proof: string, text: string, nth: number): Promise<void> {
  const form = new FormData()
  form.set('text', text)
  form.set('proof', proof)
  const headers = { 'x-forwarded-for': networkOf(nth) }
  const response = await fetch(`${origin}/api/v1/documents/quick-detect`, {
    method: 'POST',
    headers,
    body: form,
  })
  if (!response.ok) throw new Error(`The demo answered ${response.status}: ${await response.text()}`)
  await response.json()
}
