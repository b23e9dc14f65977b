import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright'

const longestIntervalMs = 1_000

/**
 * A fresh browser profile. Its pages ask for news at least every second: how often they do otherwise is
 * tested where the intervals are defined, and journeys would spend much of their time waiting for the next
 * look.
 */
export async function openContext(
  browser: Browser | null,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  if (browser === null) throw new Error('No browser runs.')
  // After a click a page may copy. A browser without windows refuses that unless it is permitted.
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'],
    ...options,
  })
  await context.addInitScript((longestMs) => {
    const start = window.setInterval.bind(window)
    window.setInterval = ((work: TimerHandler, everyMs = 0, ...values: unknown[]) =>
      start(work, Math.min(everyMs, longestMs), ...values)) as typeof window.setInterval
  }, longestIntervalMs)
  return context
}
